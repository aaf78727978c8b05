import { z } from "zod";
import { emptyAsNull, issue, matching } from "#lib/core/fields/text.ts";
import { canonical } from "#lib/platform/i18n/tags.ts";

// Language, script, region and variant of BCP 47; existing clients write `pt_BR`.
const LANGUAGE =
  "[A-Za-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|[0-9]{3}))?" +
  "(?:[-_](?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?";
const MAX_TAG = 35;
const languagePattern = new RegExp(`^${LANGUAGE}$`);

export const language = z
  .string()
  .refine((code) => languagePattern.test(code), issue("bad_language"))
  .meta({ pattern: languagePattern.source });

export function optionalLanguage() {
  return matching(MAX_TAG, LANGUAGE, "bad_language").nullable().transform(emptyAsNull).optional();
}

const spelled = (tag: string) => canonical(tag) ?? tag;

/** `""` and null mean not given. */
export function languageTag() {
  return matching(MAX_TAG, LANGUAGE, "bad_language")
    .nullish()
    .transform((tag) => (tag ? spelled(tag) : undefined))
    .meta({ description: "An extension: BCP 47, of what is written on the page" });
}

const MAX_TAGS = 50;

export function languageTags() {
  return z
    .array(language)
    .max(MAX_TAGS)
    .nullish()
    .transform((tags) => (tags ? [...new Set(tags.map(spelled))] : undefined))
    .meta({ description: "An extension: BCP 47; what visitors can choose from, none: all" });
}
