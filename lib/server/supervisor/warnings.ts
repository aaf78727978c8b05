import { type ConfigWarning, configWarnings } from "#lib/platform/config/config-warnings.ts";
import { env } from "#lib/platform/config/env.ts";
import { isLoopback } from "#lib/platform/config/env-values.ts";

function lineOf(amiss: ConfigWarning): string {
  if (amiss.code === "plain_app_url")
    return `HTTPS_PORT is set and APP_URL begins with http://, so that links lead to plain HTTP: set APP_URL=${amiss.values.url}`;
  if (amiss.code === "public_https_port") {
    const { port, is } = amiss.values;
    return `APP_URL has port ${port}, but redirects and custom domains lead to port ${is}: set PUBLIC_HTTPS_PORT=${port}`;
  }
  return `Custom domains cannot point to DOMAIN_TARGET (${amiss.values.target}): set it, or APP_URL, to a name in DNS that leads to this server`;
}

/** Whether it is tried on somebody's own machine, where nobody points a name. */
function isTrial(): boolean {
  const { HOST, HTTPS_PORT } = env();
  return HTTPS_PORT === 0 && isLoopback(`http://${HOST.includes(":") ? `[${HOST}]` : HOST}`);
}

/** `require` encrypts, and lets anybody answer. */
function databaseWarnings(): string[] {
  const { DATABASE_URL } = env();
  const query = DATABASE_URL ? new URL(DATABASE_URL).searchParams : new URLSearchParams();
  if (query.get("sslmode") !== "require" || query.has("sslrootcert")) return [];
  return [
    "DATABASE_URL has sslmode=require, which encrypts but checks no certificate: set sslmode=verify-full&sslrootcert=/path/ca.pem",
  ];
}

/** A line for each setting that the person who starts the server may have forgotten. */
export function startWarnings(): string[] {
  const amiss = configWarnings().filter(({ code }) => code !== "domain_target" || !isTrial());
  const lines = [...amiss.map(lineOf), ...databaseWarnings()];
  return lines.map((line) => `Configuration: ${line}`);
}
