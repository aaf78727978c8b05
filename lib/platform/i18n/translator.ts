import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import { createTranslator } from "use-intl/core";
import type { AdminMessages } from "#lib/platform/i18n/admin-messages.ts";
import { memoized } from "#lib/platform/memoized.ts";
import type access from "#locales/en/access.json";
import type admin from "#locales/en/admin.json";
import type automation from "#locales/en/automation.json";
import type checks from "#locales/en/checks.json";
import type feeds from "#locales/en/feeds.json";
import type field_errors from "#locales/en/field_errors.json";
import type follow from "#locales/en/follow.json";
import type history from "#locales/en/history.json";
import type join_texts from "#locales/en/join.json";
import type machines from "#locales/en/machines.json";
import type mail from "#locales/en/mail.json";
import type metrics from "#locales/en/metrics.json";
import type news from "#locales/en/news.json";
import type page from "#locales/en/page.json";
import type privacy from "#locales/en/privacy.json";
import type public_texts from "#locales/en/public.json";
import type server from "#locales/en/server.json";
import type subscribe from "#locales/en/subscribe.json";

export type Messages = AdminMessages & {
  access: typeof access;
  admin: typeof admin;
  automation: typeof automation;
  checks: typeof checks;
  feeds: typeof feeds;
  field_errors: typeof field_errors;
  join: typeof join_texts;
  machines: typeof machines;
  history: typeof history;
  mail: typeof mail;
  metrics: typeof metrics;
  follow: typeof follow;
  news: typeof news;
  page: typeof page;
  privacy: typeof privacy;
  public: typeof public_texts;
  server: typeof server;
  subscribe: typeof subscribe;
};

export type Locale = string;

/** Its texts are complete and fill the gaps of other languages. */
export const DEFAULT_LANG: Locale = "en";

const MAX_REMEMBERED = 1_000;
const FOLDER = join(fileURLToPath(import.meta.url), "../../../../locales");

export const LOCALES: readonly Locale[] = readdirSync(FOLDER).sort();

const ADMIN = "admin.json";

export const ADMIN_LOCALES: readonly Locale[] = LOCALES.filter((locale) =>
  existsSync(join(FOLDER, locale, ADMIN)),
);

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && LOCALES.includes(value);
}

const META = "_meta.json";

/** A folder's `_meta.json` may name another tag for Intl. */
export const formatTag = memoized(MAX_REMEMBERED, (language = ""): string => {
  const path = join(FOLDER, spoken(language), META);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).formats : spoken(language);
});

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
  const folder = join(FOLDER, locale);
  const files = readdirSync(folder).filter((file) => file !== META);
  const parts = files.map((file) => [
    basename(file, ".json"),
    JSON.parse(readFileSync(join(folder, file), "utf8")),
  ]);
  return Object.fromEntries(parts);
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
