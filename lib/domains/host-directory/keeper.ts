import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database, isDatabaseLost } from "#db/index.ts";
import { followTlsFile } from "#lib/domains/certificates/tls-file.ts";
import { Copies, type KeyedCertificate } from "#lib/domains/host-directory/copies.ts";
import { Directory } from "#lib/domains/host-directory/directory.ts";
import {
  type HostChange,
  type HostMessage,
  subdomainHost,
  wildcardOf,
} from "#lib/domains/host-directory/hosts.ts";
import { readAllHosts, readHosts } from "#lib/domains/host-directory/read.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { keyFor } from "#lib/platform/crypto/seal.ts";
import { applicationHost, hostName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

const YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;

function pemOf(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** A self-signed certificate for hosts without one: visitors who proceed get an explanation. */
async function makeSelfSignedCertificate(name: string): Promise<KeyedCertificate> {
  // @peculiar/x509 does not load without it.
  await import("reflect-metadata");
  const { SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    "@peculiar/x509"
  );
  const { subtle } = globalThis.crypto;
  const kind = { name: "ECDSA", namedCurve: "P-256" };
  const keys = await subtle.generateKey(kind, true, ["sign", "verify"]);
  const begin = now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: begin,
    notAfter: new Date(begin.getTime() + YEARS_MS),
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: name }])],
  });
  const key = pemOf("PRIVATE KEY", await subtle.exportKey("pkcs8", keys.privateKey));
  return { names: [name], chain: `${certificate.toString("pem")}\n`, key };
}

const GATHER_MS = 20;
const SWEEP_MS = 60_000;
const SAVE_MS = 200;
const LEAVE_MS = 5_000;
const TICKET_KEYS_MS = 12 * 60 * 60 * 1_000;
const TICKET_KEYS_BYTES = 48;
const BATCH = 2_000;
const NO_TABLE = "42P01";

/** A notification names a host or a page's subdomain. */
function hostsNamed(name: string): string[] {
  return name.includes(".") ? [name] : [name, subdomainHost(name)];
}

/** Whether the database is gone or not migrated yet. */
function isUnanswered(error: unknown): boolean {
  return isDatabaseLost(error) || (error as { code?: string } | null)?.code === NO_TABLE;
}

type Send = (message: HostMessage) => void;

/** Keeps the fronts' hosts and the copies on disk in step with the database. */
export class HostKeeper {
  readonly #send: Send;
  readonly #stop = new AbortController();
  readonly #changed = new Set<string>();
  #key: Buffer | null = null;
  #tickets = randomBytes(TICKET_KEYS_BYTES);
  #directory: Directory | null = null;
  #isComplete = false;
  #saving: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(send: Send) {
    this.#send = send;
  }

  /** Loads the index of an earlier process once APP_SECRET is known. Later calls do nothing. */
  open(): void {
    if (this.#key || !env().APP_SECRET) return;
    this.#key = keyFor("allclear copies of certificates");
    const directory = new Directory(new Copies(env().DATA_DIR, this.#key), (changes) =>
      this.#send({ kind: "hosts", changes, complete: this.#isComplete }),
    );
    this.#send(this.#keys(this.#key));
    this.#directory = directory;
    this.#queue(async () => {
      const isKnown = await directory.open();
      if (env().HTTPS_PORT > 0) await this.#prepare(directory);
      for (const message of this.#batches(directory.all(), isKnown)) this.#send(message);
      this.#isComplete = isKnown;
    });
    setInterval(() => this.#changeTickets(), TICKET_KEYS_MS).unref();
    setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  sendAll(send: Send): void {
    if (!this.#key) return;
    send(this.#keys(this.#key));
    if (!this.#directory) return;
    for (const message of this.#batches(this.#directory.all(), this.#isComplete)) send(message);
  }

  changed(name: string): void {
    if (this.#changed.size === 0)
      this.#queue(async (directory) => {
        await sleep(GATHER_MS);
        const names = [...this.#changed].flatMap(hostsNamed);
        this.#changed.clear();
        if (names.length > BATCH) return this.sweep();
        const found = await readHosts(database(), names);
        if (await directory.sync(database(), names, found)) this.#saveSoon();
      });
    this.#changed.add(name);
  }

  /** Syncs a host before others because a client waits for it. */
  prioritize(name: string): void {
    const wildcard = wildcardOf(name);
    // Sent first: a front that learns that the name has nothing must know the wildcard by then.
    this.#directory?.prioritize(wildcard === null ? [name] : [wildcard, name]);
  }

  /** Syncs all hosts, in case a notification was lost. */
  sweep(): void {
    this.#queue(async (directory) => {
      const found = await readAllHosts(database());
      if (await directory.syncAll(database(), found)) this.#saveSoon();
      this.completed();
    });
  }

  /** Tells the fronts not to wait for more: the database was read, or is unavailable. */
  completed(): void {
    if (this.#isComplete) return;
    this.#queue(async () => {
      this.#isComplete = true;
      this.#send({ kind: "hosts", changes: [], complete: true });
    });
  }

  close(): void {
    this.#stop.abort();
  }

  async #prepare(directory: Directory): Promise<void> {
    if (!env().TLS_CERTIFICATE_FILE) await directory.setFile(null);
    await followTlsFile(
      (certificate) => directory.setFile(certificate).then(() => this.#saveSoon()),
      () => directory.hasFile,
      this.#stop.signal,
    );
    if (directory.hasSelfSigned) return;
    await directory.setSelfSigned(await makeSelfSignedCertificate(hostName(applicationHost())));
    this.#saveSoon();
  }

  /** A front about to read an unused copy gets time to do so. */
  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = undefined;
      this.#queue((directory) => directory.save());
      setTimeout(() => this.#queue((directory) => directory.deleteUnused()), LEAVE_MS).unref();
    }, SAVE_MS).unref();
  }

  #keys(key: Buffer): HostMessage {
    const tickets = this.#tickets.toString("base64");
    return { kind: "keys", copies: key.toString("base64"), tickets };
  }

  #changeTickets(): void {
    this.#tickets = randomBytes(TICKET_KEYS_BYTES);
    if (this.#key) this.#send(this.#keys(this.#key));
  }

  *#batches(changes: HostChange[], complete: boolean): Generator<HostMessage> {
    for (let start = 0; start < changes.length; start += BATCH)
      yield { kind: "hosts", changes: changes.slice(start, start + BATCH), complete: false };
    yield { kind: "hosts", changes: [], complete };
  }

  /** Runs work in sequence. The next sweep repeats what the database did not answer. */
  #queue(work: (directory: Directory) => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#stop.signal.aborted || !this.#directory) return;
      try {
        await work(this.#directory);
      } catch (error) {
        if (isUnanswered(error)) log().debug({ err: error }, "hosts not read");
        else log().error({ err: error }, "updating hosts failed");
        this.completed();
      }
    });
  }
}
