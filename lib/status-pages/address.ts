import { env } from "#lib/env.ts";

/** Where visitors find a page: `https://acme.status.example`. */
export function pageUrl(subdomain: string): string {
  const { APP_URL, PAGES_DOMAIN } = env();
  return `${new URL(APP_URL).protocol}//${subdomain}.${PAGES_DOMAIN}`;
}

export function incidentUrl(subdomain: string, incidentId: number): string {
  return `${pageUrl(subdomain)}/incidents/${incidentId}`;
}

export function infoNoticeUrl(subdomain: string, infoNoticeId: number): string {
  return `${pageUrl(subdomain)}/info_notices/${infoNoticeId}`;
}
