import { type MachineMark, machineMark } from "#lib/platform/i18n/machine.ts";
import { baseOf, canonical, type Direction, directionOf } from "#lib/platform/i18n/tags.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

export type Reader = Pick<Visit, "locale" | "written">;

/** HTML attributes of a text in another language than its document. */
export type Marks = { lang?: string; dir?: Direction };

type Translations = Partial<Record<string, Partial<Record<string, string | null>> & MachineMark>>;
type Translated<F extends string> = { [K in F]: string | null } & { translations: unknown };

/** Operators' translations of a field, by BCP 47 tag. */
function translationsOf(translations: Translations, field: string): [tag: string, text: string][] {
  return Object.entries(translations).flatMap(([key, texts]) => {
    const [tag, text] = [canonical(key), texts?.[field]];
    return tag !== null && text && texts?.machine === undefined ? [[tag, text]] : [];
  });
}

/**
 * Picks the closest text: the exact language, its base, the original in a variant of it, another
 * variant, the original.
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

export function isMachines<F extends string>(
  record: Translated<F>,
  field: F,
  reader: Reader,
): boolean {
  return wording(record, field, reader).is_machines ?? false;
}

/** The operator's text in the visitor's language, or as written. */
export function localized<F extends string>(
  record: Translated<F>,
  field: F,
  reader: Reader,
): string {
  return wording(record, field, reader).text;
}

export function marksOf(lang: string, { locale }: Pick<Reader, "locale">): Marks {
  if (lang === locale) return {};
  const dir = directionOf(lang);
  return dir === directionOf(locale) ? { lang } : { lang, dir };
}

export function marked<F extends string>(record: Translated<F>, field: F, reader: Reader): Marks {
  return marksOf(wording(record, field, reader).lang, reader);
}
