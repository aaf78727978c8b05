import { readFile } from "node:fs/promises";
import type { CertificateState } from "#lib/certificates/read.ts";
import { factsOf, leafOf } from "#lib/certificates/x509.ts";
import { wireNow } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { isOwnName } from "#lib/hosts.ts";

/** The certificate of TLS_CERTIFICATE_FILE, where it covers one of the installation's own names. */
export async function findFileCertificate(name: string): Promise<CertificateState | null> {
  const { TLS_CERTIFICATE_FILE } = env();
  if (!TLS_CERTIFICATE_FILE || !isOwnName(name)) return null;
  const chain = await readFile(TLS_CERTIFICATE_FILE, "utf8").catch(() => "");
  const leaf = leafOf(chain);
  if (!leaf?.checkHost(name)) return null;
  const facts = factsOf(leaf);
  const holds = facts.not_after > wireNow();
  const error = holds ? null : "The certificate of TLS_CERTIFICATE_FILE has expired.";
  return { source: "file", state: holds ? "valid" : "failed", ...facts, error };
}
