import { pageOfHost } from "#lib/platform/http/hosts.ts";
import { negotiated, UNDETERMINED } from "#lib/platform/i18n/negotiation.ts";
import { DEFAULT_LANG, isLocale, type Locale } from "#lib/platform/i18n/translator.ts";

/** How a visitor came: what links and texts depend on. */
export type Visit = {
  subdomain: string;
  /**
   * What stands before every path of the page: empty on its own host, `/s/acme` on the
   * application's.
   */
  base: string;
  /** The language they read; `und`: none that we speak, as long as the page is not known. */
  locale: Locale;
  /** What the operator writes, where it is not translated. */
  written: string;
  /** The language asked for in the address, which links carry on. */
  chosen: Locale | null;
  /** Whether the page is shown to them as somebody who signed in. */
  signed_in?: boolean;
};

type Asked = {
  subdomain: string;
  host: string | null;
  accept_language: string | null;
  lang: string | string[] | undefined;
};

export function visitOf({ subdomain, host, accept_language, lang }: Asked): Visit {
  const chosen = isLocale(lang) ? lang : null;
  return {
    subdomain,
    base: pageOfHost(host) !== null ? "" : `/s/${subdomain}`,
    locale: chosen ?? negotiated(accept_language) ?? UNDETERMINED,
    written: DEFAULT_LANG,
    chosen,
  };
}

/** The address of a path of the page (`""`: its start) for this visit. */
export function href({ base, chosen }: Visit, path: string, lang: Locale | null = chosen): string {
  const address = `${base}${path}` || "/";
  return lang ? `${address}${address.includes("?") ? "&" : "?"}lang=${lang}` : address;
}

/** The id in a path or query; 0, which nothing has, when there is none. */
export function numberIn(segment: string | readonly string[]): number {
  const id = /^[1-9]\d{0,15}$/.test(String(segment)) ? Number(segment) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}
