import { isDatabaseLost } from "#db/index.ts";
import { env } from "#lib/platform/config/env.ts";
import { addressesOf } from "#lib/platform/postgres/addresses.ts";

type DatabaseError = Error & { code?: string; syscall?: string; setting?: string };

// PostgreSQL's codes for a wrong user, password or database.
const REFUSED = /^(28|3D)\w{3}$/;
const NO_RIGHT = "42501";
const PROTOCOL_VIOLATION = "08P01";
// Codes of Node's TLS, and messages of pg about `sslmode`.
const TLS = /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CERT_)/;
const TLS_MESSAGE = /^(SECURITY WARNING: .*sslmode|The server does not support SSL)/;

function advice({ message, code = "", syscall }: DatabaseError): string | null {
  if (REFUSED.test(code)) return message;
  if (code === NO_RIGHT) {
    const [, of] = /^permission denied for ((?:schema|database) \S+)/.exec(message) ?? [];
    const [address] = addressesOf(env().DATABASE_URL ?? "postgres:");
    const role = decodeURIComponent(address?.username ?? "") || "its role";
    return of ? `${message}: grant create on ${of} to ${role}` : message;
  }
  if (code === PROTOCOL_VIOLATION)
    return `${message}: connect to PostgreSQL itself, or have the pooler ignore it`;
  // A file of `sslrootcert`, `sslcert` or `sslkey`.
  if (syscall === "open") return message;
  if (TLS.test(code) || TLS_MESSAGE.test(message))
    return `no TLS with the server (${message}): see sslmode and sslrootcert in docs/configure.md`;
  return null;
}

/** One line on why the database refuses this program and what to do; null for other errors. */
export function databaseRefusal(error: unknown): string | null {
  if (!(error instanceof Error) || isDatabaseLost(error)) return null;
  const { setting = "DATABASE_URL" } = error as DatabaseError;
  const line = advice(error);
  return line && `${setting}: ${line}`;
}
