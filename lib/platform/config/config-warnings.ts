import { isIP } from "node:net";
import { env } from "#lib/platform/config/env.ts";
import { isLoopback } from "#lib/platform/config/env-values.ts";

/** A configuration warning and the values for its message. */
export type ConfigWarning =
  | { code: "plain_app_url"; values: { url: string } }
  | { code: "public_https_port"; values: { port: string; is: string } }
  | { code: "domain_target"; values: { target: string } };

/** Whether no DNS record can lead to it. */
export function isLocal(target: string): boolean {
  return target.endsWith(".localhost") || isIP(target) > 0 || isLoopback(`http://${target}`);
}

/** Finds valid settings that lead visitors or custom domains astray. */
export function configWarnings(): ConfigWarning[] {
  const { APP_URL, HTTPS_PORT, PUBLIC_HTTPS_PORT, DOMAIN_TARGET } = env();
  const url = new URL(APP_URL);
  const found: ConfigWarning[] = [];
  if (HTTPS_PORT > 0 && url.protocol === "http:")
    found.push({ code: "plain_app_url", values: { url: `https://${url.hostname}` } });
  const port = url.port || "443";
  const is = String(PUBLIC_HTTPS_PORT);
  if (HTTPS_PORT > 0 && url.protocol === "https:" && port !== is)
    found.push({ code: "public_https_port", values: { port, is } });
  if (isLocal(DOMAIN_TARGET))
    found.push({ code: "domain_target", values: { target: DOMAIN_TARGET } });
  return found;
}
