import type { Db } from "#db/index.ts";
import { WAITING } from "#lib/domains/acme/refusal.ts";
import {
  type CertificateRow,
  deleteCertificate,
  findCertificateRow,
  findKeyAuthorization,
  hurryOrder,
  insertWanted,
  type Wanted,
} from "#lib/domains/certificates/queries.ts";
import { findFileCertificate } from "#lib/domains/certificates/tls-file.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { hostName } from "#lib/platform/http/hosts.ts";

/** Whether certificates are ordered here: the program ends TLS itself, and has an authority. */
export function isAcmeOn(): boolean {
  const { HTTPS_PORT, ACME_DIRECTORY_URL } = env();
  return HTTPS_PORT > 0 && ACME_DIRECTORY_URL !== "off";
}

const TOKEN = /^[\w-]{16,200}$/;

/**
 * What to answer at `/.well-known/acme-challenge/<token>`, as plain text: what was ordered for that
 * host, and nothing at any other.
 */
export async function findChallenge(db: Db, token: string, host: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  return (await findKeyAuthorization(db, { token, name: hostName(host) })) ?? null;
}

/** What there is of a certificate for a name; times are wire times. */
type CertificateState = {
  /** `file`: that of TLS_CERTIFICATE_FILE. */
  source: "acme" | "uploaded" | "file";
  /** `failed`: none that holds, and the last order failed; it is ordered again by itself. */
  state: "ordering" | "valid" | "failed";
  issuer: string | null;
  not_before: string | null;
  not_after: string | null;
  /** A plain sentence, also of a renewal that failed while the old one still holds. */
  error: string | null;
};

const EXPIRED = "The certificate has expired.";

function stateOf({ source, chain, not_after, error }: CertificateRow): CertificateState["state"] {
  const holds = chain !== null && not_after !== null && not_after > wireNow();
  if (holds) return "valid";
  return error !== null || source === "uploaded" ? "failed" : "ordering";
}

/** @returns null when none is there or wanted */
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

/**
 * Has a certificate ordered for a name, and renewed from then on. Only for a name that is proven to
 * lead here. What the page has for the name already stays.
 */
export async function wantCertificate(db: Db, wanted: Wanted): Promise<void> {
  await insertWanted(db, wanted);
}

/** Forgets what there is for a name that leads here no more; what we ordered is revoked. */
export async function giveUpCertificate(db: Db, name: string): Promise<void> {
  await deleteCertificate(db, name);
}

/**
 * Has a page's certificate that could not be had ordered again now: somebody may have mended what
 * was in the way. What an authority allows per hour stays as it is.
 */
export async function orderAgain(db: Db, wanted: Wanted): Promise<void> {
  await hurryOrder(db, { ...wanted, waiting: WAITING });
}
