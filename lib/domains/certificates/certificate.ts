import type { Db } from "#db/index.ts";
import {
  type CertificateRow,
  findCertificateRow,
  findKeyAuthorization,
} from "#lib/domains/certificates/queries.ts";
import { findFileCertificate } from "#lib/domains/certificates/tls-file.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { hostName } from "#lib/platform/http/hosts.ts";

/** Whether this server orders certificates: it terminates TLS itself and has an authority. */
export function isAcmeOn(): boolean {
  const { HTTPS_PORT, ACME_DIRECTORY_URL } = env();
  return HTTPS_PORT > 0 && ACME_DIRECTORY_URL !== "off";
}

const TOKEN = /^[\w-]{16,200}$/;

/** Answer to `/.well-known/acme-challenge/<token>`, as plain text; null for any other host. */
export async function findChallenge(db: Db, token: string, host: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  return (await findKeyAuthorization(db, { token, name: hostName(host) })) ?? null;
}

type CertificateState = {
  /** `file`: from TLS_CERTIFICATE_FILE. */
  source: "acme" | "uploaded" | "file";
  /** `failed`: no valid certificate, and the last order failed; it is retried automatically. */
  state: "ordering" | "valid" | "failed";
  issuer: string | null;
  not_before: string | null;
  not_after: string | null;
  /** A sentence for operators, also when a renewal failed while the old certificate is valid. */
  error: string | null;
};

const EXPIRED = "The certificate has expired.";

function stateOf({ source, chain, not_after, error }: CertificateRow): CertificateState["state"] {
  const holds = chain !== null && not_after !== null && not_after > wireNow();
  if (holds) return "valid";
  return error !== null || source === "uploaded" ? "failed" : "ordering";
}

/** @returns null when the name has no certificate and needs none */
export async function readCertificate(db: Db, host: string): Promise<CertificateState | null> {
  const name = hostName(host);
  const row = await findCertificateRow(db, name);
  const file = await findFileCertificate(name);
  if (!row || (file && row.source === "acme")) return file;
  const { source, issuer, not_before, not_after } = row;
  const state = stateOf(row);
  const error = row.error ?? (state === "failed" ? EXPIRED : null);
  return { source, state, issuer, not_before, not_after, error };
}
