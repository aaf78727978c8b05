import { env } from "#lib/env.ts";
import { isLocale, type Locale, negotiateLocale } from "#lib/i18n/translator.ts";

/** How a visitor came: what links and texts depend on. */
export type Visit = {
  subdomain: string;
  /** What stands before every path of the page: empty on its own host, `/s/acme` on the application's. */
  base: string;
  locale: Locale;
  /** The language asked for in the address, which links carry on. */
  chosen: Locale | null;
};

type Asked = { subdomain: string; host: string | null; accept_language: string | null; lang: string | string[] | undefined };

export function visitOf({ subdomain, host, accept_language, lang }: Asked): Visit {
  const chosen = isLocale(lang) ? lang : null;
  const own = host?.toLowerCase() === `${subdomain}.${env().PAGES_DOMAIN}`;
  return { subdomain, base: own ? "" : `/s/${subdomain}`, locale: chosen ?? negotiateLocale(accept_language), chosen };
}

/** The address of a path of the page (`""`: its start) for this visit. */
export function href({ base, chosen }: Visit, path: string, lang: Locale | null = chosen): string {
  const address = `${base}${path}` || "/";
  return lang ? `${address}?lang=${lang}` : address;
}

/** The id in a path; 0, which nothing has, when there is none. */
export function numberIn(segment: string): number {
  const id = /^[1-9]\d{0,15}$/.test(segment) ? Number(segment) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}
