import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { SMTPServer } from "smtp-server";
import { database } from "#db/index.ts";
import { readTlsFile } from "#lib/domains/certificates/tls-file.ts";
import { findCertificates } from "#lib/domains/host-directory/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { applicationHost, hostName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

const LOOK_MS = 60_000;

type Pair = { cert: string; key: string };

/** What the fronts show for the domain that receives mail, else for the application. */
async function findPair(): Promise<Pair | null> {
  const { TLS_CERTIFICATE_FILE, TLS_KEY_FILE, INBOUND_EMAIL_DOMAIN } = env();
  if (TLS_CERTIFICATE_FILE && TLS_KEY_FILE)
    return { cert: (await readTlsFile()).chain, key: await readFile(TLS_KEY_FILE, "utf8") };
  const names = [INBOUND_EMAIL_DOMAIN, hostName(applicationHost())];
  const rows = await findCertificates(database(), names);
  for (const name of names) {
    const { chain = null, private_key = null } = rows.find((row) => row.name === name) ?? {};
    const key = private_key && unsealIfOurs(private_key);
    if (chain && key) return { cert: chain, key };
  }
  return null;
}

/** Has a receiver of mail offer encryption while there is a certificate; looked at each minute. */
export class Encryption {
  readonly #server: SMTPServer;
  #looked_ms = Number.NEGATIVE_INFINITY;
  #cert: string | null = null;

  constructor(server: SMTPServer) {
    this.#server = server;
  }

  /** Never rejects: without encryption a mail is better taken than lost. */
  async isOffered(): Promise<boolean> {
    if (performance.now() - this.#looked_ms >= LOOK_MS) {
      this.#looked_ms = performance.now();
      await this.#look().catch((error) =>
        log().warn({ err: error }, "the certificate cannot be used for mail"),
      );
    }
    return this.#cert !== null;
  }

  async #look(): Promise<void> {
    const pair = await findPair();
    if (pair && pair.cert !== this.#cert) {
      createSecureContext(pair);
      this.#server.updateSecureContext(pair);
    }
    this.#cert = pair?.cert ?? null;
  }
}
