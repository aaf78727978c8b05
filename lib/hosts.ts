import { isIP } from "node:net";
import { env } from "#lib/env.ts";

/** A Host header's name: lower case, without port and final dot. */
export function hostName(host: string): string {
  const name = host.toLowerCase();
  if (name.startsWith("[")) return name.slice(1, name.indexOf("]"));
  const colon = name.indexOf(":");
  const end = colon < 0 ? name.length : colon;
  return name.slice(0, name[end - 1] === "." ? end - 1 : end);
}

/**
 * The status page that a host shows: `acme` for `acme.<PAGES_DOMAIN>`, the whole name for what may be a custom domain.
 * null for the application itself: APP_URL's host, bare addresses, localhost.
 */
export function pageOfHost(host: string | null | undefined): string | null {
  const name = hostName(host ?? "");
  const { APP_URL, PAGES_DOMAIN } = env();
  if (name === "" || name === "localhost" || name === new URL(APP_URL).hostname || isIP(name)) return null;
  const suffix = `.${hostName(PAGES_DOMAIN)}`;
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : "";
  return label && !label.includes(".") ? label : name;
}
