import { env } from "#lib/env.ts";

/**
 * What has pages' links: `address` is the name of the page's primary address, a subdomain of ours
 * or a whole host.
 */
export type Addressed = { readonly address: string };

/** Where visitors find a page: `https://acme.status.example`. */
export function pageUrl({ address }: Addressed): string {
  const { APP_URL, PAGES_DOMAIN } = env();
  const host = address.includes(".") ? address : `${address}.${PAGES_DOMAIN}`;
  return `${new URL(APP_URL).protocol}//${host}`;
}

export function incidentUrl(page: Addressed, incidentId: number): string {
  return `${pageUrl(page)}/incidents/${incidentId}`;
}

export function infoNoticeUrl(page: Addressed, infoNoticeId: number): string {
  return `${pageUrl(page)}/info_notices/${infoNoticeId}`;
}

export function serviceUrl(page: Addressed, serviceId: number): string {
  return `${pageUrl(page)}/services/${serviceId}`;
}

/** Where programs read everything that goes on. */
export function summaryUrl({ subdomain }: { readonly subdomain: string }): string {
  return `${env().APP_URL}/api/v2/status_pages/${subdomain}/summary`;
}
