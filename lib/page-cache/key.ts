import { isLocale, type Locale, negotiateLocale } from "#lib/i18n/translator.ts";
import { memoized } from "#lib/memoized.ts";
import type { Place } from "#lib/page-cache/place.ts";

/** What is rendered and stored as one: a place with the parameters it knows, in one language. */
export type Target = {
  key: string;
  host: string;
  /** Path and known query parameters. */
  url: string;
  locale: Locale;
};

export type Encoding = "br" | "gzip" | "identity";

const MAX_REMEMBERED = 1_000;

const languageOf = memoized(MAX_REMEMBERED, (acceptLanguage = ""): Locale => negotiateLocale(acceptLanguage));

/** The best encoding that an `Accept-Encoding` header allows. */
export const encodingOf = memoized(MAX_REMEMBERED, (acceptEncoding = ""): Encoding => {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(",")
    .map((part) => part.replaceAll(" ", "").split(";q="))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
});

/** The last value of a parameter in a query string, as it is spelled there; null when it is not given. */
function valueIn(search: string, name: string): string | null {
  const assignment = `${name}=`;
  let at = search.lastIndexOf(assignment);
  while (at > 0 && search[at - 1] !== "&") at = search.lastIndexOf(assignment, at - 1);
  if (at < 0) return null;
  const end = search.indexOf("&", at);
  return search.slice(at + assignment.length, end < 0 ? undefined : end);
}

function knownQuery(search: string, names: readonly string[]): string {
  let query = "";
  for (const name of names) {
    const value = valueIn(search, name);
    if (value !== null && (name !== "lang" || isLocale(value))) query += `${query ? "&" : "?"}${name}=${value}`;
  }
  return query;
}

/** The language a visitor reads: `?lang`, else what the browser asks for. */
export function visitorLocale(search: string, acceptLanguage: string | undefined): Locale {
  const lang = search === "" ? null : valueIn(search, "lang");
  return isLocale(lang) ? lang : languageOf(acceptLanguage ?? "");
}

/** @param search the query string without its `?` */
export function targetOf(place: Place, path: string, search: string, acceptLanguage: string | undefined): Target {
  const names = place.route?.query ?? [];
  const url = search === "" ? path : path + knownQuery(search, names);
  const locale = place.route?.kind === "data" ? "en" : visitorLocale(search, acceptLanguage);
  return { key: `${locale} ${place.host}${url}`, host: place.host, url, locale };
}
