import { env } from "#lib/platform/config/env.ts";

/** Whether certificates are ordered here: the program ends TLS itself, and has an authority. */
export function isAcmeOn(): boolean {
  const { HTTPS_PORT, ACME_DIRECTORY_URL } = env();
  return HTTPS_PORT > 0 && ACME_DIRECTORY_URL !== "off";
}
