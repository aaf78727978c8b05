import type { Language } from "#app/_ui/admin/translation-fields.tsx";
import type { StatusPage } from "#lib/pages/schema.ts";
import { nameOf } from "#lib/platform/i18n/tags.ts";

/** The languages that a text of the page can be in beside its own, with those that it is in. */
export function otherLanguages(page: StatusPage, translations: object = {}): Language[] {
  const tags = new Set([...page.languages, ...Object.keys(translations)]);
  return [...tags]
    .filter((tag) => tag !== page.default_language)
    .map((tag) => ({ tag, name: nameOf(tag) }));
}
