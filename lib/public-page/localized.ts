import type { Locale } from "#lib/i18n/translator.ts";

/** What an operator wrote, in the visitor's language where a translation was given. */
export function localized<F extends string>(record: { [K in F]: string } & { translations: unknown }, field: F, locale: Locale): string {
  const translations = record.translations as Partial<Record<string, Partial<Record<string, string | null>>>> | null;
  return translations?.[locale]?.[field] || record[field];
}
