import { readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import { readTlsFile } from "#lib/domains/certificates/tls-file.ts";
import { issuanceOf } from "#lib/domains/certificates/x509.ts";
import type { Keyed } from "#lib/domains/host-directory/copies.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";

const LOOK_MS = 400;

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "missing";
}

/**
 * Reads TLS_CERTIFICATE_FILE and TLS_KEY_FILE, and again whenever one of them has changed. Of what
 * cannot be used the log tells, and what was read before stays.
 * @param take is called with each certificate that can be used
 * @param hasOne whether there is one already, be it of an earlier start
 */
export async function followTlsFile(
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
      // Both files are rarely written at once: not before they are as they were a moment ago.
      if (current !== done && current === seen && !stop.aborted) await look();
      seen = current;
    }
  })();
}
