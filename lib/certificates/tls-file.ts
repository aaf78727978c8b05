import type { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { factsOf, leafOf } from "#lib/certificates/x509.ts";
import { wireNow } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { isOwnName } from "#lib/hosts.ts";

/** The certificate of TLS_CERTIFICATE_FILE; undefined: there is none, or it cannot be read. */
export async function readFileLeaf(): Promise<X509Certificate | undefined> {
  const { TLS_CERTIFICATE_FILE: file } = env();
  return file ? leafOf(await readFile(file, "utf8").catch(() => "")) : undefined;
}

/** The certificate of TLS_CERTIFICATE_FILE, where it covers one of the installation's own names. */
export async function findFileCertificate(name: string) {
  if (!isOwnName(name)) return null;
  const leaf = await readFileLeaf();
  if (!leaf?.checkHost(name)) return null;
  const facts = factsOf(leaf);
  const holds = facts.not_after > wireNow();
  const state = holds ? ("valid" as const) : ("failed" as const);
  const error = holds ? null : "The certificate of TLS_CERTIFICATE_FILE has expired.";
  return { source: "file" as const, state, ...facts, error };
}
