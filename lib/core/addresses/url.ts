import { isIP } from "node:net";
import { env } from "#lib/platform/config/env.ts";
import { hostName } from "#lib/platform/http/hosts.ts";

/** `address`: a subdomain of ours or a whole host. */
export type Addressed = { readonly address: string };

/** Uses https wherever this installation has it at all. */
function customUrl(domain: string): string {
  const { APP_URL, HTTPS_PORT, PUBLIC_HTTP_PORT, PUBLIC_HTTPS_PORT } = env();
  const isSecure = HTTPS_PORT > 0 || APP_URL.startsWith("https:");
  const base = isSecure
    ? `https://${domain}:${PUBLIC_HTTPS_PORT}`
    : `http://${domain}:${PUBLIC_HTTP_PORT}`;
  return new URL(base).origin;
}

export function pageUrl({ address }: Addressed): string {
  if (address.includes(".")) return customUrl(address);
  const { APP_URL, PAGES_DOMAIN } = env();
  // No name lies below an IP address.
  if (isIP(hostName(PAGES_DOMAIN))) return `${APP_URL}/s/${address}`;
  return `${new URL(APP_URL).protocol}//${address}.${PAGES_DOMAIN}`;
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

export function summaryUrl({ subdomain }: { readonly subdomain: string }): string {
  return `${env().APP_URL}/api/v2/status_pages/${subdomain}/summary`;
}

/** Never leads to another origin. */
export function pathOn(origin: string, next: string): string {
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/";
  // Browsers read a backslash as a slash and drop tabs and line ends.
  const { origin: found, pathname, search, hash } = new URL(next, origin);
  return found === origin && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

export function ownPath(next: string): string {
  return pathOn(env().APP_URL, next);
}
