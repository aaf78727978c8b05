import { env } from "#lib/platform/config/env.ts";

/** The server that an integration's `domain` names, by https unless it says otherwise. */
export function serverAddress(domain: string): string {
  return /^https?:\/\//i.test(domain) ? domain : `https://${domain}`;
}

/** An address as it is called: PROVIDER_URLS may name another server for its host. */
export function reached(url: string): string {
  const target = new URL(url);
  const elsewhere = env().PROVIDER_URLS.get(target.hostname);
  return elsewhere ? `${elsewhere}${target.pathname}${target.search}` : url;
}
