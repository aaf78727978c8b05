import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { SMTPServer } from "smtp-server";
import { database } from "#db/index.ts";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import { readTlsFile } from "#lib/domains/certificates/tls-file.ts";
import { findCertificates } from "#lib/domains/host-directory/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { applicationHost, hostName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

const MAX_OF_ONE = 5;
const MAX_REFUSALS = 5;
const SESSION_MS = 120_000;

type SmtpClient = { network: string; refusals: number; timer: NodeJS.Timeout };

export class SmtpClients {
  readonly #clients = new Map<string, SmtpClient>();

  /** @param leave closes the connection. @returns whether the limit allows it */
  admit(id: string, address: string, leave: () => void): boolean {
    const network = networkOf(address);
    const known = this.#clients.values().filter((guest) => guest.network === network);
    if ([...known].length >= MAX_OF_ONE) return false;
    const timer = setTimeout(leave, SESSION_MS).unref();
    this.#clients.set(id, { network, refusals: 0, timer });
    return true;
  }

  countRefusal(id: string): void {
    const guest = this.#clients.get(id);
    if (guest) guest.refusals += 1;
  }

  /** Whether the client guesses recipients. */
  isProbing(id: string): boolean {
    return (this.#clients.get(id)?.refusals ?? 0) >= MAX_REFUSALS;
  }

  forget(id: string): void {
    clearTimeout(this.#clients.get(id)?.timer);
    this.#clients.delete(id);
  }

  removeAll(): void {
    for (const id of [...this.#clients.keys()]) this.forget(id);
  }
}

const LOOK_MS = 60_000;

type Pair = { cert: string; key: string };

/** The fronts' certificate for the mail domain, else for the application. */
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

/** Offers encryption while there is a certificate; looks once a minute. */
export class MailEncryption {
  readonly #server: SMTPServer;
  #looked_ms = Number.NEGATIVE_INFINITY;
  #cert: string | null = null;

  constructor(server: SMTPServer) {
    this.#server = server;
  }

  /** Never rejects: an unencrypted mail is better than a lost one. */
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
