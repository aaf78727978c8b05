import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import { issuanceOf, namesOf } from "#lib/domains/certificates/x509.ts";
import type { KeyedCertificate } from "#lib/domains/host-directory/copies.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { isOwnName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

type TlsFile = { chain: string; leaf: X509Certificate; names: string[] };

/** Reads TLS_CERTIFICATE_FILE. @throws {Error} with the reason when it cannot be read */
export async function readTlsFile(): Promise<TlsFile> {
  const { TLS_CERTIFICATE_FILE: file = "" } = env();
  const chain = await readFile(/* turbopackIgnore: true */ file, "utf8");
  const leaf = new X509Certificate(chain);
  const names = namesOf(leaf);
  if (names.length === 0) throw new Error("the certificate is for no host");
  return { chain, leaf, names };
}

export async function findTlsFile(): Promise<TlsFile | undefined> {
  return env().TLS_CERTIFICATE_FILE ? readTlsFile().catch(() => undefined) : undefined;
}

/** The certificate of TLS_CERTIFICATE_FILE if it covers one of the installation's own names. */
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

const LOOK_MS = 400;

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "missing";
}

/**
 * Reads TLS_CERTIFICATE_FILE and TLS_KEY_FILE, and again whenever one of them changes. An unusable
 * file is logged and the previous certificate stays.
 * @param take receives each usable certificate
 * @param hasOne whether there is a certificate already, even one of an earlier start
 */
export async function followTlsFile(
  take: (certificate: KeyedCertificate) => Promise<void>,
  hasOne: () => boolean,
  stop: AbortSignal,
): Promise<void> {
  const { TLS_CERTIFICATE_FILE, TLS_KEY_FILE } = env();
  if (!TLS_CERTIFICATE_FILE || !TLS_KEY_FILE) return;
  const stamp = async () => `${await stampOf(TLS_CERTIFICATE_FILE)} ${await stampOf(TLS_KEY_FILE)}`;
  let done = "";
  const look = async () => {
    done = await stamp();
    try {
      const { chain, leaf, names } = await readTlsFile();
      const key = await readFile(TLS_KEY_FILE, "utf8");
      createSecureContext({ cert: chain, key });
      const expired = issuanceOf(leaf).not_after <= wireNow();
      if (expired) log().error({ file: TLS_CERTIFICATE_FILE }, "the certificate has expired");
      if (!expired || !hasOne()) await take({ names, chain, key });
    } catch (error) {
      const files = { certificate: TLS_CERTIFICATE_FILE, key: TLS_KEY_FILE };
      log().error({ err: error, ...files }, "the certificate of this server cannot be used");
    }
  };
  await look();
  void (async () => {
    let seen = done;
    while (!stop.aborted) {
      await sleep(LOOK_MS, undefined, { signal: stop, ref: false }).catch(() => {});
      const current = await stamp();
      // The two files are rarely written at once: waits until both stay unchanged for one interval.
      if (current !== done && current === seen && !stop.aborted) await look();
      seen = current;
    }
  })();
}
