import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { issuanceOf, namesOf } from "#lib/domains/certificates/x509.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { isOwnName } from "#lib/platform/http/hosts.ts";

/** `names`: what it is for, with wildcards as they are written. */
type TlsFile = { chain: string; leaf: X509Certificate; names: string[] };

/** What TLS_CERTIFICATE_FILE holds. @throws {Error} that says why it cannot be read */
export async function readTlsFile(): Promise<TlsFile> {
  const { TLS_CERTIFICATE_FILE: file = "" } = env();
  const chain = await readFile(/* turbopackIgnore: true */ file, "utf8");
  const leaf = new X509Certificate(chain);
  const names = namesOf(leaf);
  if (names.length === 0) throw new Error("the certificate is for no host");
  return { chain, leaf, names };
}

/** The same; undefined: there is none, or it cannot be read. */
export async function findTlsFile(): Promise<TlsFile | undefined> {
  return env().TLS_CERTIFICATE_FILE ? readTlsFile().catch(() => undefined) : undefined;
}

/** The certificate of TLS_CERTIFICATE_FILE, where it covers one of the installation's own names. */
export async function findFileCertificate(name: string) {
  if (!isOwnName(name)) return null;
  const file = await findTlsFile();
  if (!file?.leaf.checkHost(name)) return null;
  const issuance = issuanceOf(file.leaf);
  const holds = issuance.not_after > wireNow();
  const state = holds ? ("valid" as const) : ("failed" as const);
  const error = holds ? null : "The certificate of TLS_CERTIFICATE_FILE has expired.";
  return { source: "file" as const, state, ...issuance, error };
}
