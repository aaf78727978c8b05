import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";
import { LRUCache } from "lru-cache";
import type { Copies, Keyed } from "#lib/domains/host-directory/copies.ts";
import { type Hosts, normalName } from "#lib/domains/host-directory/hosts.ts";
import { log } from "#lib/platform/log.ts";
import type { Awaited } from "#lib/server/tls/awaited.ts";

// Each takes some 40 KiB.
const MAX_CONTEXTS = 500;

/** What Mozilla recommends for all but the oldest clients; those of TLS 1.3 are Node's. */
const CIPHERS = [
  ...["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"],
  ...["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
  ...["ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384"],
  ...["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305"],
].join(":");

/** What all connections have in common, so that a session that one began is good for others. */
export const TERMS = {
  minVersion: "TLSv1.2",
  ciphers: CIPHERS,
  sessionIdContext: "allclear",
  sessionTimeout: 3_600,
} satisfies SecureContextOptions;

/** A certificate ready to be presented, and the names it is for. */
export type Ready = { context: SecureContext; names: readonly string[] };

function contextOf({ chain, key, names }: Keyed): Ready {
  return { names, context: createSecureContext({ ...TERMS, cert: chain, key }) };
}

/** The certificates of hosts, opened when somebody asks for the host, the latest ones kept. */
export class Contexts {
  readonly #hosts: Hosts;
  readonly #awaited: Awaited;
  // Their memory is not V8's, which would be in no hurry. Connections keep what they need of it.
  readonly #ready = new LRUCache<string, Ready>({
    max: MAX_CONTEXTS,
    dispose: ({ context }) => context.context.close(),
  });
  readonly #opening = new Map<string, Promise<Ready | null>>();
  #copies: Copies | null = null;

  constructor(hosts: Hosts, awaited: Awaited) {
    this.#hosts = hosts;
    this.#awaited = awaited;
  }

  readFrom(copies: Copies): void {
    this.#copies = copies;
  }

  /** What to present to who asks for a name; null: what is presented without a name. */
  find(servername: string): Ready | null | Promise<Ready | null> {
    const name = normalName(servername);
    const waiting = name && this.#awaited.until(name);
    return waiting ? waiting.then(() => this.#known(servername)) : this.#known(servername);
  }

  #known(servername: string): Ready | null | Promise<Ready | null> {
    const copy = this.#copyFor(servername);
    return copy === null ? null : (this.#ready.get(copy) ?? this.#open(copy));
  }

  /** What was presented a moment ago. */
  presented(servername: string | null): Ready | null {
    const copy = (servername && this.#copyFor(servername)) || this.#hosts.fallback;
    return copy === null ? null : (this.#ready.peek(copy) ?? null);
  }

  /** The certificate itself; it is ready from then on. @throws {Error} when it cannot be read */
  async read(copy: string): Promise<Keyed | null> {
    if (!this.#copies) return null;
    const certificate = await this.#copies.read(copy);
    this.#ready.set(copy, contextOf(certificate));
    return certificate;
  }

  #copyFor(servername: string): string | null {
    const name = normalName(servername);
    return name && (this.#hosts.certificateOf(name) ?? this.#hosts.challengeOf(name));
  }

  /** Whoever comes meanwhile waits for the same. */
  #open(copy: string): Promise<Ready | null> {
    const opening = this.#opening.get(copy) ?? this.#read(copy);
    this.#opening.set(copy, opening);
    return opening;
  }

  async #read(copy: string): Promise<Ready | null> {
    try {
      await this.read(copy);
      return this.#ready.get(copy) ?? null;
    } catch (error) {
      log().error({ err: error, copy }, "the copy of a certificate cannot be read");
      return null;
    } finally {
      this.#opening.delete(copy);
    }
  }
}
