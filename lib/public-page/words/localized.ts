import { baseOf, canonical, type Direction, directionOf } from "#lib/i18n/tags.ts";
import type { Visit } from "#lib/public-page/words/visitor.ts";

/** What a document is in, and what an operator writes in. */
export type Reader = Pick<Visit, "locale" | "written">;

/** What an element says of its text where the document around it is in another language. */
export type Marks = { lang?: string; dir?: Direction };

type Translations = Partial<Record<string, Partial<Record<string, string | null>>>>;
type Translated<F extends string> = { [K in F]: string | null } & { translations: unknown };

/** The translations of a field, each with its tag as BCP 47 spells it. */
function translationsOf(translations: Translations, field: string): [tag: string, text: string][] {
  return Object.entries(translations).flatMap(([key, texts]) => {
    const [tag, text] = [canonical(key), texts?.[field]];
    return tag !== null && text ? [[tag, text]] : [];
  });
}

/**
 * What an operator wrote, as a reader understands it best: in their very language, in its base, as
 * it was written where that is the same language, in another variant; else as it was written.
 */
function wording<F extends string>(
  record: Translated<F>,
  field: F,
  { locale, written }: Reader,
): { text: string; lang: string } {
  const translations = record.translations as Translations | null;
  const exact = translations?.[locale]?.[field];
  if (exact) return { text: exact, lang: locale };
  const own = { text: record[field] ?? "", lang: written };
  const all = translations ? translationsOf(translations, field) : [];
  if (all.length === 0) return own;
  const base = baseOf(locale);
  const isWritten = own.text !== "" && baseOf(written) === base;
  const found =
    all.find(([tag]) => tag === locale) ??
    all.find(([tag]) => tag === base) ??
    (isWritten ? undefined : all.find(([tag]) => baseOf(tag) === base));
  return found ? { text: found[1], lang: found[0] } : own;
}

/** What an operator wrote, in the visitor's language where a translation was given. */
export function localized<F extends string>(
  record: Translated<F>,
  field: F,
  reader: Reader,
): string {
  return wording(record, field, reader).text;
}

/** How a text in a language is marked in a document in another. */
export function marksOf(lang: string, { locale }: Pick<Reader, "locale">): Marks {
  if (lang === locale) return {};
  const dir = directionOf(lang);
  return dir === directionOf(locale) ? { lang } : { lang, dir };
}

/** How what `localized` gives is marked where it stands. */
export function marked<F extends string>(record: Translated<F>, field: F, reader: Reader): Marks {
  return marksOf(wording(record, field, reader).lang, reader);
}
