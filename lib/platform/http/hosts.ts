import { isIP } from "node:net";
import { env } from "#lib/platform/config/env.ts";

/** A Host header's name: lower case, without port and final dot. */
export function hostName(host: string): string {
  const name = host.toLowerCase();
  if (name.startsWith("[")) return name.slice(1, name.indexOf("]"));
  const colon = name.indexOf(":");
  const end = colon < 0 ? name.length : colon;
  return name.slice(0, name[end - 1] === "." ? end - 1 : end);
}

type Own = { APP_URL: string; PAGES_DOMAIN: string; host: string; name: string; suffix: string };

let known: Own | undefined;

/** The application's own host, as it is written and by name, and how those of its pages end. */
function own(): Own {
  const { APP_URL, PAGES_DOMAIN } = env();
  if (known?.APP_URL === APP_URL && known.PAGES_DOMAIN === PAGES_DOMAIN) return known;
  const { host, hostname: name } = new URL(APP_URL);
  known = { APP_URL, PAGES_DOMAIN, host, name, suffix: `.${hostName(PAGES_DOMAIN)}` };
  return known;
}

/** Whether a name is our own: the application's, the pages' domain, or below one of them. */
export function isOwnName(name: string): boolean {
  const { name: application, suffix } = own();
  return [`.${application}`, suffix].some((end) => `.${name}`.endsWith(end));
}

/** The host of APP_URL. */
export function applicationHost(): string {
  return own().host;
}

/**
 * The status page that a host shows: `acme` for `acme.<PAGES_DOMAIN>`, the whole name for what may
 * be a custom domain. null for the application itself: APP_URL's host, bare addresses, localhost.
 */
export function pageOfHost(host: string | null | undefined): string | null {
  const name = hostName(host ?? "");
  const { name: application, suffix } = own();
  if (name === "" || name === "localhost" || name === application || isIP(name)) return null;
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : "";
  return label && !label.includes(".") ? label : name;
}
