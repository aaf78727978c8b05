import type { Settings } from "#lib/pages/schema.ts";
import { closest } from "#lib/platform/i18n/negotiation.ts";
import { DEFAULT_LANG, LOCALES, type Locale } from "#lib/platform/i18n/translator.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

type Spoken = Pick<Settings, "languages" | "default_language">;

/** The languages in which visitors can read a page: those of its operator's choice that have texts. */
export function offeredBy({ languages }: Pick<Spoken, "languages">): readonly Locale[] {
  const chosen = new Set(languages.flatMap((tag) => closest(tag) ?? []));
  return chosen.size > 0 ? [...chosen] : LOCALES;
}

/** A visit in the language that its page has for it: without a match the page's default. */
export function inLanguageOf(visit: Visit, settings: Spoken): Visit {
  const offered = offeredBy(settings);
  const { default_language } = settings;
  const wishes = [visit.locale, default_language, DEFAULT_LANG, ...offered];
  const locale = wishes.map((tag) => closest(tag, offered)).find((found) => found !== null);
  return {
    ...visit,
    locale: locale ?? DEFAULT_LANG,
    written: default_language,
    chosen: visit.chosen !== null && offered.includes(visit.chosen) ? visit.chosen : null,
  };
}
