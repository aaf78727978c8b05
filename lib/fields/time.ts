import { z } from "zod";
import { toWire } from "#lib/clock.ts";
import { issue } from "#lib/fields/text.ts";

const datetimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;
const EARLIEST = "1900-01-01T00:00:00";
const LATEST = "9000-01-01T00:00:00";

function instant(given: string): string | null {
  if (!datetimePattern.test(given)) return null;
  try {
    const time = toWire(Temporal.Instant.from(/(Z|[+-]\d\d:?\d\d)$/.test(given) ? given : `${given}Z`));
    return time >= EARLIEST && time < LATEST ? time : null;
  } catch {
    return null;
  }
}

function parseDatetime(given: string, ctx: z.core.$RefinementCtx): string {
  const time = instant(given);
  if (time !== null) return time;
  ctx.addIssue({ code: "custom", ...issue("bad_datetime") });
  return z.NEVER;
}

const datetimeMeta = {
  examples: ["2026-11-20T14:02:00"],
  description: "UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted.",
};

/** A moment: UTC, whole seconds. `""` means not given, null is kept. */
export function datetime() {
  return z
    .string()
    .nullish()
    .transform((given, ctx) => (given ? parseDatetime(given, ctx) : given === null ? null : undefined))
    .meta(datetimeMeta);
}

/** A moment that a record cannot do without. */
export function requiredDatetime() {
  return z
    .string()
    .nullish()
    .transform((given, ctx) => (given ? parseDatetime(given, ctx) : undefined))
    .meta(datetimeMeta);
}

/** A moment as answers have it. */
export const wireTime = z.string().meta({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$",
  description: "UTC, `YYYY-MM-DDTHH:MM:SS`",
  examples: ["2026-11-20T14:02:00"],
});

function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** An IANA time zone; `""` means not given. */
export function timeZone() {
  return z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || isTimeZone(value), issue("bad_time_zone"));
}
