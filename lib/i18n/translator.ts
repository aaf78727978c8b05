import { createTranslator } from "use-intl/core";
import deAdmin from "./messages/de/admin.json" with { type: "json" };
import deFeeds from "./messages/de/feeds.json" with { type: "json" };
import deFieldErrors from "./messages/de/field_errors.json" with { type: "json" };
import dePublic from "./messages/de/public.json" with { type: "json" };
import deServer from "./messages/de/server.json" with { type: "json" };
import enAdmin from "./messages/en/admin.json" with { type: "json" };
import enFeeds from "./messages/en/feeds.json" with { type: "json" };
import enFieldErrors from "./messages/en/field_errors.json" with { type: "json" };
import enPublic from "./messages/en/public.json" with { type: "json" };
import enServer from "./messages/en/server.json" with { type: "json" };

const en = { admin: enAdmin, feeds: enFeeds, field_errors: enFieldErrors, public: enPublic, server: enServer };
const de = { admin: deAdmin, feeds: deFeeds, field_errors: deFieldErrors, public: dePublic, server: deServer };

export type Messages = typeof en;
export type Locale = "en" | "de";

/** The language of what operators write, where they do not say. */
export const DEFAULT_LANG: Locale = "en";

const catalogues: Record<Locale, Messages> = { en, de };
export const LOCALES = Object.keys(catalogues) as Locale[];

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && Object.hasOwn(catalogues, value);
}

export function messages(locale: Locale): Messages {
  return catalogues[locale];
}

function create(locale: Locale) {
  return createTranslator<Messages>({ locale, messages: catalogues[locale] });
}
export type Translate = ReturnType<typeof create>;

const translators = new Map<Locale, Translate>();

/** The texts of a language: `t("public.state.operational")`. */
export function translator(locale: Locale): Translate {
  const known = translators.get(locale) ?? create(locale);
  translators.set(locale, known);
  return known;
}

/** The first language of an `Accept-Language` header that we speak. */
export function negotiateLocale(accept: string | null | undefined): Locale {
  const wanted = (accept ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...options] = part.trim().split(";");
      const quality = options.map((option) => option.trim()).find((option) => option.startsWith("q="));
      return { language: tag.toLowerCase().split("-")[0], quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLocale) ?? "en";
}
