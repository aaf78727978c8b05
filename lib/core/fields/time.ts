import { z } from "zod";
import {
  emptyAsNull,
  emptyAsUnset,
  issue,
  limited,
  matching,
  UNSTORABLE,
} from "#lib/core/fields/text.ts";
import { earlierOf, secondsBetween, toWire, wireNow } from "#lib/platform/clock.ts";
import type { FieldError } from "#lib/platform/i18n/field-errors.ts";

// Years 1900 to 8999, which the wire and PostgreSQL spell alike with any offset.
const LEAP_YEAR =
  "(?:(?:19|[2-8][0-9])(?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[357][26])00)";
const DAY_OF_ANY_YEAR =
  "(?:19|[2-8][0-9])[0-9]{2}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])" +
  "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
const DAY = `(?:${DAY_OF_ANY_YEAR}|${LEAP_YEAR}-02-29)`;
const HOUR_AND_MINUTE = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
const OFFSET = "(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])";
const MOMENT = `${DAY}T${HOUR_AND_MINUTE}(?::[0-5][0-9](?:\\.[0-9]{1,9})?)?${OFFSET}?`;
const withOffset = new RegExp(`${OFFSET}$`);

function toMoment(given: string): string {
  return toWire(Temporal.Instant.from(withOffset.test(given) ? given : `${given}Z`));
}

function moment() {
  return matching(40, MOMENT, "bad_datetime");
}

const datetimeMeta = {
  examples: ["2026-11-20T14:02:00"],
  description: "UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted.",
};

/** UTC, whole seconds. `""` means not given, null is kept. */
export function datetime() {
  return moment()
    .nullish()
    .transform((given) => {
      if (given === "") return undefined;
      return given ? toMoment(given) : given;
    })
    .meta(datetimeMeta);
}

export function requiredDatetime() {
  return moment()
    .nullish()
    .transform((given) => (given ? toMoment(given) : undefined))
    .meta(datetimeMeta);
}

export const SKEW_S = 60;

/** A time slightly ahead becomes now. */
export function notAhead(time: string): { time: string } | { refusal: FieldError } {
  const now = wireNow();
  const seconds = secondsBetween(now, time);
  if (seconds <= SKEW_S) return { time: earlierOf(time, now) };
  return { refusal: { code: "in_future", values: { minutes: Math.ceil(seconds / 60), now } } };
}

export function pastDatetime() {
  return moment()
    .nullish()
    .transform((given, ctx) => {
      if (!given) return undefined;
      const checked = notAhead(toMoment(given));
      if ("time" in checked) return checked.time;
      ctx.addIssue({ code: "custom", ...issue(checked.refusal.code, checked.refusal.values) });
      return z.NEVER;
    })
    .meta({ ...datetimeMeta, description: `${datetimeMeta.description} Not in the future.` });
}

export const wireTime = z.string().meta({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$",
  description: "UTC, `YYYY-MM-DDTHH:MM:SS`",
  examples: ["2026-11-20T14:02:00"],
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** `""` means not given. */
export function timeZone() {
  return matching(64, "[A-Za-z][A-Za-z0-9_+/\\-]*", "bad_time_zone")
    .refine((name) => name === "" || isTimeZone(name), issue("bad_time_zone"))
    .nullish()
    .transform(emptyAsUnset)
    .meta({ description: "An IANA time zone", examples: ["Europe/Berlin"] });
}

/** Directives of strftime, each also with `-`: `%-d`. */
export const DIRECTIVES = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ";

const DIRECTIVE = `%-?[${DIRECTIVES}]`;
const OTHER = `[^%${UNSTORABLE}]|%%`;
const PATTERN = `^(?:(?:${OTHER})*${DIRECTIVE}(?:${OTHER}|${DIRECTIVE})*)?$`;
const FORMAT = new RegExp(PATTERN, "u");
const KNOWN = new RegExp(`^(?:%%|${DIRECTIVE})$`);

function unknownIn(format: string): string | undefined {
  return format.match(/%-?.?/gsu)?.find((directive) => !KNOWN.test(directive));
}

export function optionalFormat(max: number, example: string) {
  return limited(max)
    .superRefine((format, ctx) => {
      const directive = unknownIn(format);
      if (directive !== undefined)
        ctx.addIssue({ code: "custom", ...issue("unknown_directive", { directive, example }) });
      else if (!FORMAT.test(format))
        ctx.addIssue({ code: "custom", ...issue("no_directive", { example }) });
    })
    .meta({ pattern: PATTERN, description: `As strftime has it: \`${example}\`` })
    .nullable()
    .transform(emptyAsNull)
    .optional();
}
