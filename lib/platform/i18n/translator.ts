import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import { createTranslator } from "use-intl/core";
import type admin from "#locales/en/admin.json";
import type site from "#locales/en/site.json";

export type Messages = typeof site & typeof admin;

export type Locale = string;

/** Its texts are complete and fill the gaps of other languages. */
export const DEFAULT_LANG: Locale = "en";

const FOLDER = join(fileURLToPath(import.meta.url), "../../../../locales");

export const LOCALES: readonly Locale[] = readdirSync(FOLDER).sort();

const SITE = "site.json";
const ADMIN = "admin.json";

export const ADMIN_LOCALES: readonly Locale[] = LOCALES.filter((locale) =>
  existsSync(join(FOLDER, locale, ADMIN)),
);

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && LOCALES.includes(value);
}

// English dates and numbers are written as in Great Britain.
const FORMATS: Record<Locale, string> = { en: "en-GB" };

/** The tag by which Intl formats dates and numbers. */
export function formatTag(language: string): string {
  const locale = spoken(language);
  return FORMATS[locale] ?? locale;
}

export function spoken(language: string): Locale {
  return isLocale(language) ? language : DEFAULT_LANG;
}

type Texts = { [key: string]: string | Texts };

function completed(own: Texts, others: Texts): Texts {
  const texts = Object.entries(others).map(([key, other]) => {
    const text = own[key];
    if (typeof other === "string") return [key, typeof text === "string" ? text : other];
    return [key, completed(typeof text === "object" ? text : {}, other)];
  });
  return Object.fromEntries(texts);
}

function read(locale: Locale): Texts {
  const parts = [SITE, ADMIN]
    .map((file) => join(FOLDER, locale, file))
    .filter((path) => existsSync(path))
    .map((path): Texts => JSON.parse(readFileSync(path, "utf8")));
  return Object.assign({}, ...parts);
}

const catalogues = new Map<Locale, Messages>();

export function messages(language: string): Messages {
  const locale = spoken(language);
  const known = catalogues.get(locale);
  if (known) return known;
  const own = read(locale);
  const whole = locale === DEFAULT_LANG ? own : completed(own, messages(DEFAULT_LANG));
  catalogues.set(locale, whole as Messages);
  return whole as Messages;
}

function create(locale: Locale) {
  return createTranslator<Messages>({ locale, messages: messages(locale) });
}
export type Translate = ReturnType<typeof create>;

const MAX_SAID = 10_000;
const MAX_SAID_LENGTH = 200;
const said = new LRUCache<string, string>({ max: MAX_SAID });

/** Caches translated texts, which the rows and renders of a page repeat. */
function remembering(locale: Locale, translate: Translate): Translate {
  type Say = (key: string, values?: Record<string, string | number>) => string;
  const say: Say = (key, values) => {
    let name = `${locale}|${key}`;
    for (const value in values) {
      const text = String(values[value]);
      name += `|${value}|${text.length}|${text}`;
    }
    const known = said.get(name);
    if (known !== undefined) return known;
    const text = (translate as Say)(key, values);
    if (name.length <= MAX_SAID_LENGTH) said.set(name, text);
    return text;
  };
  return Object.assign(say, translate) as unknown as Translate;
}

const translators = new Map<Locale, Translate>();
const locales = new WeakMap<Translate, Locale>();

/** English where a text is missing: `t("public.state.operational")`. */
export function translator(language: string): Translate {
  const locale = spoken(language);
  const known = translators.get(locale) ?? remembering(locale, create(locale));
  translators.set(locale, known);
  locales.set(known, locale);
  return known;
}

export function languageOf(t: Translate): Locale {
  return locales.get(t) ?? DEFAULT_LANG;
}

export function sentenceCase(text: string, t: Translate): string {
  return text.replace(/^./u, (first) => first.toLocaleUpperCase(languageOf(t)));
}
