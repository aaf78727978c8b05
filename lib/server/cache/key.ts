import Negotiator from "negotiator";
import { isAlike, type Place } from "#lib/core/routes/place.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import { chosenLocale, negotiated, UNDETERMINED } from "#lib/platform/i18n/negotiation.ts";
import { DEFAULT_LANG, type Locale } from "#lib/platform/i18n/translator.ts";
import { memoized } from "#lib/platform/memoized.ts";

type Target = {
  host: string;
  url: string;
  locale: Locale;
};

const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

const MAX_REMEMBERED = 1_000;
const MAX_HEADER = 500;

const languageOf = memoized(
  MAX_REMEMBERED,
  (acceptLanguage = ""): Locale => negotiated(acceptLanguage) ?? UNDETERMINED,
);

/** Whether `Accept` prefers Markdown to HTML, as crawlers for language models do. */
export const prefersMarkdown = memoized(MAX_REMEMBERED, (accept = ""): boolean => {
  const headers = { accept: accept.slice(0, MAX_HEADER) };
  return new Negotiator({ headers }).mediaType(["text/html", "text/markdown"]) === "text/markdown";
});

export const encodingOf = memoized(MAX_REMEMBERED, (acceptEncoding = ""): Encoding => {
  const headers = { "accept-encoding": acceptEncoding.slice(0, MAX_HEADER) };
  const accepted = new Negotiator({ headers }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? "identity";
});

/** The last value of a query parameter, undecoded; null: absent. */
function valueIn(search: string, name: string): string | null {
  const assignment = `${name}=`;
  let at = search.lastIndexOf(assignment);
  while (at > 0 && search[at - 1] !== "&") at = search.lastIndexOf(assignment, at - 1);
  if (at < 0) return null;
  const end = search.indexOf("&", at);
  return search.slice(at + assignment.length, end < 0 ? undefined : end);
}

/** In one spelling; null: the route does not know it. */
function knownValue({ choices }: PublicRoute, name: string, value: string): string | null {
  if (name === "lang") return chosenLocale(value);
  return (choices[name]?.includes(value) ?? true) ? value : null;
}

function knownQuery(search: string, route: PublicRoute): string {
  let query = "";
  for (const name of route.query) {
    const given = valueIn(search, name);
    const value = given === null ? null : knownValue(route, name, given);
    if (value !== null) query += `${query ? "&" : "?"}${name}=${value}`;
  }
  return query;
}

/**
 * `?lang`, else the browser's preference; `und`: none that we support. The page's own languages
 * apply at rendering.
 */
export function visitorLocale(search: string, acceptLanguage: string | undefined): Locale {
  const lang = search === "" ? null : valueIn(search, "lang");
  return chosenLocale(lang) ?? languageOf(acceptLanguage ?? "");
}

/** @param search without its `?` */
export function keyOf(
  { route, keys }: Place,
  search: string,
  acceptLanguage: string | undefined,
): string {
  if (!route || !keys) return "";
  const key = keys.in(visitorLocale(search, acceptLanguage));
  return search === "" ? key : key + knownQuery(search, route);
}

export function targetOf(
  { host, path, route }: Place,
  search: string,
  acceptLanguage: string | undefined,
): Target {
  const url = search === "" || !route ? path : path + knownQuery(search, route);
  const locale = route && isAlike(route) ? DEFAULT_LANG : visitorLocale(search, acceptLanguage);
  return { host, url, locale };
}
