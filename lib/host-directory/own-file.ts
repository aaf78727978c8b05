import { readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import { factsOf, leafOf, namesOf } from "#lib/certificates/x509.ts";
import { wireNow } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import type { Keyed } from "#lib/host-directory/copies.ts";
import { log } from "#lib/log.ts";

const LOOK_MS = 400;

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "missing";
}

/** @throws {Error} that says what is wrong with the files */
async function readFiles(certificate_file: string, key_file: string): Promise<Keyed> {
  const chain = await readFile(certificate_file, "utf8");
  const key = await readFile(key_file, "utf8");
  createSecureContext({ cert: chain, key });
  const leaf = leafOf(chain);
  const names = leaf ? namesOf(leaf) : [];
  if (names.length === 0) throw new Error("the certificate is for no host");
  return { names, chain, key };
}

function isExpired({ chain }: Keyed): boolean {
  const leaf = leafOf(chain);
  return leaf !== undefined && factsOf(leaf).not_after <= wireNow();
}

/**
 * Reads TLS_CERTIFICATE_FILE and TLS_KEY_FILE, and again whenever one of them has changed. Of what
 * cannot be used the log tells, and what was read before stays.
 * @param take is called with each certificate that can be used
 * @param hasOne whether there is one already, be it of an earlier start
 */
export async function followOwnFile(
  take: (certificate: Keyed) => Promise<void>,
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
      const certificate = await readFiles(TLS_CERTIFICATE_FILE, TLS_KEY_FILE);
      const expired = isExpired(certificate);
      if (expired) log().error({ file: TLS_CERTIFICATE_FILE }, "the certificate has expired");
      if (!expired || !hasOne()) await take(certificate);
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
      // Both files are rarely written at once: not before they are as they were a moment ago.
      if (current !== done && current === seen && !stop.aborted) await look();
      seen = current;
    }
  })();
}
