import Negotiator from "negotiator";
import { baseOf, canonical } from "#lib/platform/i18n/tags.ts";
import {
  ADMIN_LOCALES,
  DEFAULT_LANG,
  isLocale,
  LOCALES,
  type Locale,
} from "#lib/platform/i18n/translator.ts";
import { memoized } from "#lib/platform/memoized.ts";

/** BCP 47; for visitors who accept none of the available languages. */
export const UNDETERMINED = "und";

const MAX_REMEMBERED = 1_000;
const MAX_HEADER = 500;
const MAX_WISHES = 10;

// Adds the script in use: readers of `zh-TW` read `zh-Hant`, not `zh-Hans`.
function variantsOf(tag: string): string[] {
  const { language, script } = new Intl.Locale(tag).maximize();
  return language === baseOf(tag) ? [tag, `${language}-${script}`, language] : [tag];
}

const scriptOf = memoized(MAX_REMEMBERED, (tag = "") => new Intl.Locale(tag).maximize().script);

const found = memoized(MAX_REMEMBERED, (tag = "", among = ""): Locale | null => {
  const headers = { "accept-language": variantsOf(tag).join() };
  const legible = among.split(",").filter((locale) => scriptOf(locale) === scriptOf(tag));
  return new Negotiator({ headers }).languages(legible)[0] ?? null;
});

export function closest(tag: string, among: readonly Locale[] = LOCALES): Locale | null {
  const asked = canonical(tag);
  return asked === null ? null : found(asked, among.join());
}

/** A language that an address asks for; null: none that we speak. */
export function chosenLocale(lang: unknown): Locale | null {
  if (isLocale(lang)) return lang;
  return typeof lang === "string" ? closest(lang) : null;
}

export function adminLocale(tag: string | null | undefined): Locale {
  return closest(tag ?? "", ADMIN_LOCALES) ?? DEFAULT_LANG;
}

export function negotiated(
  accept: string | null | undefined,
  among: readonly Locale[] = LOCALES,
): Locale | null {
  const headers = { "accept-language": (accept ?? "").slice(0, MAX_HEADER) };
  for (const tag of new Negotiator({ headers }).languages().slice(0, MAX_WISHES)) {
    const locale = closest(tag, among);
    if (locale !== null) return locale;
  }
  return null;
}
