import { z } from "zod";
import { language } from "#lib/core/fields/language.ts";
import { NAMES, singleLine } from "#lib/core/fields/name.ts";
import { issue, limited, publicText } from "#lib/core/fields/text.ts";

const MAX_NESTING = 64;

function nestedAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => nestedAtMost(inner, levels - 1));
}

const shallow = {
  check: (value: unknown) => nestedAtMost(value, MAX_NESTING),
  refusal: { ...issue("too_nested"), abort: true },
};

function storable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => storable(key) && storable(inner));
}

/** `{}` becomes null. @param max characters as JSON */
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

/** Null means not given. @param max characters as JSON */
export function jsonObject(max: number) {
  return z
    .record(z.string(), z.unknown())
    .nullish()
    .refine(shallow.check, shallow.refusal)
    .refine((value) => JSON.stringify(value ?? null).length <= max, issue("too_long", { max }))
    .refine(storable, issue("bad_characters"))
    .transform((value) => value ?? undefined);
}

/** An object without any of these fields becomes null. */
export function optionalObject<S extends z.ZodObject>(schema: S) {
  return schema
    .nullable()
    .transform((value) => (value && Object.keys(value).length > 0 ? value : null))
    .optional();
}

export function merged(current: unknown, given: Record<string, unknown>): object {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...(current as object | null), ...Object.fromEntries(set) };
}

const MAX_LANGUAGES = 50;
const MAX_TRANSLATIONS = 131_072;

function hasFewKeys(value: object): boolean {
  return Object.keys(value).length <= MAX_LANGUAGES;
}

/** Texts by language code: `{ "de": { "title": "…" } }`. */
export function translations<T extends Record<string, number>>(maxLengths: T) {
  const shape = Object.fromEntries(
    Object.entries(maxLengths).map(([name, max]) => [
      name,
      (NAMES.includes(name) ? singleLine : limited)(max).nullish(),
    ]),
  );
  return z
    .record(
      language,
      z.object(shape as { [K in keyof T]: z.ZodOptional<z.ZodNullable<z.ZodString>> }),
    )
    .refine(hasFewKeys, issue("too_many", { max: MAX_LANGUAGES }))
    .refine(
      (value) => JSON.stringify(value).length <= MAX_TRANSLATIONS,
      issue("too_long", { max: MAX_TRANSLATIONS }),
    )
    .meta({
      maxProperties: MAX_LANGUAGES,
      description: `By language code; at most ${MAX_TRANSLATIONS} characters as JSON`,
    })
    .nullish()
    .transform((value) => value ?? undefined);
}

/** Translations of Markdown for visitors. */
export function publicTexts<Texts extends { description?: string | null | undefined }>(
  all: Record<string, Texts> | undefined,
): Record<string, Texts> | undefined {
  if (!all) return undefined;
  return Object.fromEntries(
    Object.entries(all).map(([tag, texts]) => [
      tag,
      texts.description ? { ...texts, description: publicText(texts.description) } : texts,
    ]),
  );
}
