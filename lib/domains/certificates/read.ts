import type { Db } from "#db/index.ts";
import { type CertificateRow, findCertificateRow } from "#lib/domains/certificates/queries.ts";
import { findFileCertificate } from "#lib/domains/certificates/tls-file.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { hostName } from "#lib/platform/http/hosts.ts";

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
