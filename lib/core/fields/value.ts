import { z } from "zod";

export function flag() {
  return z
    .boolean()
    .nullish()
    .transform((value) => value ?? undefined);
}

/** Null becomes false; not given stays distinct. */
export function plainFlag() {
  return z
    .boolean()
    .nullish()
    .transform((value) => (value === null ? false : value));
}

export function nullableFlag() {
  return z.boolean().nullish();
}

/** `""` and null mean not given. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .enum(["", ...values])
    .nullish()
    .transform((value) => (value ? (value as T[number]) : undefined));
}

/** 0 and null mean not given. */
export function numberChoice<const T extends readonly [number, ...number[]]>(values: T) {
  return z
    .literal([0, ...values])
    .nullish()
    .transform((value) => (value ? (value as T[number]) : undefined));
}

/** 0 becomes null. */
export function optionalNumberChoice<const T extends readonly [number, ...number[]]>(values: T) {
  return z
    .literal([0, ...values])
    .nullable()
    .transform((value) => (value ? (value as T[number]) : null))
    .optional();
}

/** Null means not given. */
export function amount(max = 1_000_000) {
  return z
    .int()
    .min(0)
    .max(max)
    .nullish()
    .transform((value) => value ?? undefined);
}

export function optionalChoice<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .enum(["", ...values])
    .nullable()
    .transform((value) => (value ? (value as T[number]) : null))
    .optional();
}

/** 0 becomes null. */
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

/** Null and an empty list mean none. */
export function optionalIds(max = 10_000) {
  return z
    .array(z.int().positive())
    .max(max)
    .nullable()
    .transform((list) => (list?.length ? [...new Set(list)] : null))
    .optional();
}
