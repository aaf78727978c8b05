import { type ConfigWarning, configWarnings } from "#lib/platform/config/config-warnings.ts";
import { EnvError, env } from "#lib/platform/config/env.ts";
import { cutNames, unknownNames } from "#lib/platform/config/env-file.ts";
import { isLoopback } from "#lib/platform/config/env-values.ts";
import { addressesOf } from "#lib/platform/postgres/addresses.ts";

type ListenError = NodeJS.ErrnoException & { port?: number };

/** One line for an error that the operator can fix; null: another error. */
export function refusalToStart(error: unknown): string | null {
  if (error instanceof EnvError) return `Configuration: ${error.message}`;
  const { code = "", syscall = "", message, port } = error as ListenError;
  const variable = port === env().HTTPS_PORT ? "HTTPS_PORT" : "PORT";
  if (code === "EADDRINUSE")
    return `Port ${port ?? env().PORT} is in use: set ${variable} to another one`;
  if (/^(listen|getaddrinfo)$/.test(syscall))
    return `Cannot listen (${message}): set HOST and ${variable} to what this machine has`;
  return null;
}

function lineOf(warning: ConfigWarning): string {
  if (warning.code === "plain_app_url")
    return `HTTPS_PORT is set and APP_URL begins with http://, so that links lead to plain HTTP: set APP_URL=${warning.values.url}`;
  if (warning.code === "public_https_port") {
    const { port, is } = warning.values;
    return `APP_URL has port ${port}, but redirects and custom domains lead to port ${is}: set PUBLIC_HTTPS_PORT=${port}`;
  }
  return `Custom domains cannot point to DOMAIN_TARGET (${warning.values.target}): set it, or APP_URL, to a name in DNS that leads to this server`;
}

function isTrial(): boolean {
  const { HOST, HTTPS_PORT } = env();
  return HTTPS_PORT === 0 && isLoopback(`http://${HOST.includes(":") ? `[${HOST}]` : HOST}`);
}

/** `require` encrypts but accepts any server. */
function databaseWarnings(): string[] {
  const { DATABASE_URL } = env();
  const [address] = addressesOf(DATABASE_URL ?? "postgres:");
  const query = address?.searchParams ?? new URLSearchParams();
  if (query.get("sslmode") !== "require" || query.has("sslrootcert")) return [];
  return [
    "DATABASE_URL has sslmode=require, which encrypts but checks no certificate: set sslmode=verify-full&sslrootcert=/path/ca.pem",
  ];
}

function fileWarnings(file?: string): string[] {
  const unknown = unknownNames(file).map(
    ({ name, nearest }) =>
      `.env sets ${name}, which is no setting: ${nearest ? `did you mean ${nearest}?` : "docs/configure.md lists all"}`,
  );
  const cut = cutNames(file).map(
    (name) => `.env sets ${name} to what stands before the #: put the whole value in quotes`,
  );
  return [...unknown, ...cut];
}

/** @param file in place of `.env` */
export function startWarnings(file?: string): string[] {
  const warning = configWarnings().filter(({ code }) => code !== "domain_target" || !isTrial());
  const lines = [...warning.map(lineOf), ...databaseWarnings(), ...fileWarnings(file)];
  return lines.map((line) => `Configuration: ${line}`);
}
