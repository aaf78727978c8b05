import { z } from "zod";
import { toWire } from "#lib/clock.ts";
import type { FieldError, FieldErrorCode } from "#lib/i18n/field-errors.ts";

// Existing clients send "", 0 or null for what they do not set (decisions, section 1): each field here says what that means for it.
// undefined = not given: a create then uses the default or asks for it, an update leaves the value as it is.

export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 65_536;
export const MAX_CODE = 262_144;
const MAX_URL = 2_048;
export const MAX_EMAIL = 254;

/** A zod issue that carries one of our texts. */
export function issue(code: FieldErrorCode, values?: FieldError["values"]): { message: string; params: FieldError } {
  return { message: code, params: { code, values } };
}

function wellFormed<S extends z.ZodType<string>>(schema: S) {
  return schema.refine((text) => text.isWellFormed() && !text.includes("\0"), { ...issue("bad_characters"), abort: true });
}

const emptyAsNull = (text: string | null) => (text === "" ? null : text);

/** A text that a record cannot do without. */
export function text(max: number) {
  return wellFormed(z.string().max(max))
    .nullish()
    .transform((value) => value || undefined);
}

/** A text that may be null. */
export function optionalText(max: number) {
  return wellFormed(z.string().max(max)).nullable().transform(emptyAsNull).optional();
}

/** A text that may be empty; null is `""` too. */
export function plainText(max: number) {
  return wellFormed(z.string().max(max))
    .nullish()
    .transform((value) => (value === null ? "" : value));
}

export function flag() {
  return z
    .boolean()
    .nullish()
    .transform((value) => value ?? undefined);
}

export function nullableFlag() {
  return z.boolean().nullish();
}

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

/** One of a fixed set of words; `""` and null mean not given. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .enum(["", ...values])
    .nullish()
    .transform((value) => (value ? (value as T[number]) : undefined));
}

/** One of a fixed set of numbers; 0 and null mean not given. */
export function numberChoice<const T extends readonly [number, ...number[]]>(values: T) {
  return z
    .literal([0, ...values])
    .nullish()
    .transform((value) => (value ? (value as T[number]) : undefined));
}

/** One of a fixed set of numbers, or null; 0 is null too. */
export function optionalNumberChoice<const T extends readonly [number, ...number[]]>(values: T) {
  return z
    .literal([0, ...values])
    .nullable()
    .transform((value) => (value ? (value as T[number]) : null))
    .optional();
}

/** A whole number from 0 on; null means not given. */
export function amount(max = 1_000_000) {
  return z
    .int()
    .min(0)
    .max(max)
    .nullish()
    .transform((value) => value ?? undefined);
}

/** One of a fixed set of words, or null. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .enum(["", ...values])
    .nullable()
    .transform((value) => (value ? (value as T[number]) : null))
    .optional();
}

/** The id of a record, or null; 0 means null. */
export function optionalId() {
  return z
    .int()
    .min(0)
    .nullable()
    .transform((id) => id || null)
    .optional();
}

export function ids(max = 10_000) {
  return z
    .array(z.int().positive())
    .max(max)
    .nullish()
    .transform((list) => (list ? [...new Set(list)] : undefined));
}

/** A list of words, each once and none empty; null means not given. */
export function words(max: number, count = 100) {
  return z
    .array(wellFormed(z.string().max(max)))
    .max(count)
    .nullish()
    .transform((list) => (list ? [...new Set(list)].filter((word) => word !== "") : undefined));
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(address) && URL.canParse(address);
}

export function url() {
  return wellFormed(z.string().max(MAX_URL))
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || isWebAddress(value), issue("bad_url"));
}

export function optionalUrl() {
  return wellFormed(z.string().max(MAX_URL))
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || isWebAddress(value), issue("bad_url"))
    .optional();
}

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

export function optionalEmail() {
  return wellFormed(z.string().max(MAX_EMAIL))
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || emailPattern.test(value), issue("bad_email"))
    .optional();
}

/** An e-mail address or `""`; null is `""` too. */
export function plainEmail() {
  return plainText(MAX_EMAIL).refine((value) => !value || emailPattern.test(value), issue("bad_email"));
}

export function email() {
  return wellFormed(z.string().max(MAX_EMAIL)).refine((value) => emailPattern.test(value), issue("bad_email"));
}

const colorPattern = /^[0-9a-f]{6}$/i;

/** Six hexadecimal digits, case kept; `""` means not given. */
export function color() {
  return z
    .string()
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || colorPattern.test(value), issue("bad_color"));
}

export function optionalColor() {
  return z
    .string()
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || colorPattern.test(value), issue("bad_color"))
    .optional();
}

/** A text of digits; `""` and null mean not given. */
export function digits(max: number) {
  return z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || /^\d+$/.test(value), issue("digits"));
}

const MAX_NESTING = 64;

function nestedAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => nestedAtMost(inner, levels - 1));
}

const shallow = { check: (value: unknown) => nestedAtMost(value, MAX_NESTING), refusal: { ...issue("too_nested"), abort: true } };

function storable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => storable(key) && storable(inner));
}

/** Any JSON object, or null; `{}` is null too. At most `max` characters as JSON. */
export function optionalJsonObject(max: number) {
  return z
    .record(z.string(), z.unknown())
    .nullable()
    .refine(shallow.check, shallow.refusal)
    .refine((value) => JSON.stringify(value).length <= max, issue("too_long", { max }))
    .refine(storable, issue("bad_characters"))
    .transform((value) => (value && Object.keys(value).length > 0 ? value : null))
    .optional();
}

/** Any JSON object, kept as it is; null means not given. At most `max` characters as JSON. */
export function jsonObject(max: number) {
  return z
    .record(z.string(), z.unknown())
    .nullish()
    .refine(shallow.check, shallow.refusal)
    .refine((value) => JSON.stringify(value ?? null).length <= max, issue("too_long", { max }))
    .refine(storable, issue("bad_characters"))
    .transform((value) => value ?? undefined);
}

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

const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);

/** A language like `de` or `pt-BR`, or null. */
export function optionalLanguage() {
  return z
    .string()
    .max(35)
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(value), issue("invalid"))
    .optional();
}

/** Texts by language code: `{ "de": { "title": "…" } }`. */
export function translations<T extends Record<string, number>>(maxLengths: T) {
  const shape = Object.fromEntries(Object.entries(maxLengths).map(([name, max]) => [name, wellFormed(z.string().max(max)).nullish()]));
  return z
    .record(language, z.object(shape as { [K in keyof T]: z.ZodOptional<z.ZodNullable<z.ZodString>> }))
    .nullish()
    .transform((value) => value ?? undefined);
}

type Required<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

/** The shape with fields that a create cannot do without: missing, null and `""` are all "can't be blank". */
export function requiring<S extends z.ZodObject, K extends Extract<keyof z.output<S>, string>>(schema: S, keys: readonly K[]) {
  return schema
    .superRefine((value, ctx) => {
      for (const key of keys) {
        if ((value as Record<string, unknown>)[key] == null) ctx.addIssue({ code: "custom", path: [key], ...issue("blank") });
      }
    })
    .meta({ required: keys }) as unknown as z.ZodType<Required<z.output<S>, K>, z.input<S>>;
}
