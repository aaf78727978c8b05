import type { Settings } from "#lib/pages/schema.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";
import { chosenLocale, closest, negotiated, UNDETERMINED } from "#lib/platform/i18n/negotiation.ts";
import { DEFAULT_LANG, LOCALES, type Locale } from "#lib/platform/i18n/translator.ts";

export type Visit = {
  subdomain: string;
  /** Prefix of the page's paths: empty on its own host, `/s/acme` on the application's. */
  base: string;
  /** `und` until the page's languages are known. */
  locale: Locale;
  /** The operator's language. */
  written: string;
  /** The language in the URL, which links keep. */
  chosen: Locale | null;
  signed_in?: boolean;
};

type Asked = {
  subdomain: string;
  host: string | null;
  accept_language: string | null;
  lang: string | string[] | undefined;
};

export function visitOf({ subdomain, host, accept_language, lang }: Asked): Visit {
  const chosen = chosenLocale(lang);
  return {
    subdomain,
    base: pageOfHost(host) !== null ? "" : `/s/${subdomain}`,
    locale: chosen ?? negotiated(accept_language) ?? UNDETERMINED,
    written: DEFAULT_LANG,
    chosen,
  };
}

/** The URL of a path on the page; `""` is the start. */
export function href({ base, chosen }: Visit, path: string, lang: Locale | null = chosen): string {
  const address = `${base}${path}` || "/";
  return lang ? `${address}${address.includes("?") ? "&" : "?"}lang=${lang}` : address;
}

/** Parses an id; 0, which no record has, if it is none. */
export function numberIn(segment: string | readonly string[]): number {
  const id = /^[1-9]\d{0,15}$/.test(String(segment)) ? Number(segment) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

type Spoken = Pick<Settings, "languages" | "default_language">;

export function offeredBy({ languages }: Pick<Spoken, "languages">): readonly Locale[] {
  const chosen = new Set(languages.flatMap((tag) => closest(tag) ?? []));
  return chosen.size > 0 ? [...chosen] : LOCALES;
}

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
