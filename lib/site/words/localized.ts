import { type MachineMark, machineMark } from "#lib/platform/i18n/machine.ts";
import { baseOf, canonical, type Direction, directionOf } from "#lib/platform/i18n/tags.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

/** What a document is in, and what an operator writes in. */
export type Reader = Pick<Visit, "locale" | "written">;

/** What an element says of its text where the document around it is in another language. */
export type Marks = { lang?: string; dir?: Direction };

type Translations = Partial<Record<string, Partial<Record<string, string | null>> & MachineMark>>;
type Translated<F extends string> = { [K in F]: string | null } & { translations: unknown };

/** The translations of a field, each with its tag as BCP 47 spells it. */
function translationsOf(translations: Translations, field: string): [tag: string, text: string][] {
  return Object.entries(translations).flatMap(([key, texts]) => {
    const [tag, text] = [canonical(key), texts?.[field]];
    return tag !== null && text && texts?.machine === undefined ? [[tag, text]] : [];
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
): { text: string; lang: string; is_machines?: boolean } {
  const translations = record.translations as Translations | null;
  const exact = translations?.[locale];
  const text = exact?.[field];
  if (text && exact.machine === undefined) return { text, lang: locale };
  const own = { text: record[field] ?? "", lang: written };
  const all = translations ? translationsOf(translations, field) : [];
  const base = baseOf(locale);
  const isWritten = own.text !== "" && baseOf(written) === base;
  const found =
    all.find(([tag]) => tag === locale) ??
    all.find(([tag]) => tag === base) ??
    (isWritten ? undefined : all.find(([tag]) => baseOf(tag) === base));
  if (found) return { text: found[1], lang: found[0] };
  const isCurrent = text && !isWritten && exact.machine === machineMark(own.text);
  return isCurrent ? { text, lang: locale, is_machines: true } : own;
}

/** Whether what `localized` gives was translated by a machine. */
export function isMachines<F extends string>(
  record: Translated<F>,
  field: F,
  reader: Reader,
): boolean {
  return wording(record, field, reader).is_machines ?? false;
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
