import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";
import { LRUCache } from "lru-cache";
import type { Copies, KeyedCertificate } from "#lib/domains/host-directory/copies.ts";
import {
  type HostMessage,
  type Hosts,
  isCovered,
  normalName,
} from "#lib/domains/host-directory/hosts.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { log } from "#lib/platform/log.ts";

type HostsMessage = HostMessage & { kind: "hosts" };

/** Further names wait for the complete list. */
const MAX_NAMES = 10_000;

/** Clients that wait for the certificate of a host at the start of a node. */
export class HostWaiter {
  readonly #hosts: Hosts;
  readonly #request: (name: string) => void;
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  readonly #complete = Promise.withResolvers<void>();

  /** @param request asks for a host first */
  constructor(hosts: Hosts, request: (name: string) => void) {
    this.#hosts = hosts;
    this.#request = request;
  }

  /** null: already known. */
  until(name: string): Promise<void> | null {
    if (this.#hosts.isKnown(name)) return null;
    const known = this.#waiting.get(name);
    if (!known && this.#waiting.size >= MAX_NAMES) return this.#complete.promise;
    const waiting = known ?? Promise.withResolvers<void>();
    this.#waiting.set(name, waiting);
    this.#request(name);
    return waiting.promise;
  }

  /** Called after `hosts` has applied the message. */
  apply({ changes, complete }: HostsMessage): void {
    if (complete) this.#complete.resolve();
    const names = complete ? [...this.#waiting.keys()] : changes.map(([name]) => name);
    for (const name of names) {
      this.#waiting.get(name)?.resolve();
      this.#waiting.delete(name);
    }
  }
}

// About 40 KiB each.
const MAX_CONTEXTS = 500;

/** Mozilla's intermediate list; those of TLS 1.3 are Node's. */
const CIPHERS = [
  ...["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"],
  ...["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
  ...["ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384"],
  ...["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305"],
].join(":");

/** Shared by all connections, so that sessions can be resumed anywhere. */
export const TLS_OPTIONS = {
  minVersion: "TLSv1.2",
  ciphers: CIPHERS,
  sessionIdContext: "allclear",
  sessionTimeout: 3_600,
} satisfies SecureContextOptions;

type Ready = { context: SecureContext; names: readonly string[] };

function contextOf({ chain, key, names }: KeyedCertificate): Ready {
  return { names, context: createSecureContext({ ...TLS_OPTIONS, cert: chain, key }) };
}

/** Certificates of hosts, loaded on demand, most recent ones kept. */
export class Contexts {
  readonly #hosts: Hosts;
  readonly #waiter: HostWaiter;
  // Their memory is outside V8's heap. Open connections keep what they need.
  readonly #ready = new LRUCache<string, Ready>({
    max: MAX_CONTEXTS,
    dispose: ({ context }) => context.context.close(),
  });
  readonly #opening = new Map<string, Promise<Ready | null>>();
  #copies: Copies | null = null;

  constructor(hosts: Hosts, waiter: HostWaiter) {
    this.#hosts = hosts;
    this.#waiter = waiter;
  }

  readFrom(copies: Copies): void {
    this.#copies = copies;
  }

  /** null: the default certificate. */
  find(servername: string): Ready | null | Promise<Ready | null> {
    const name = normalName(servername);
    const waiting = name && this.#waiter.until(name);
    return waiting ? waiting.then(() => this.#known(servername)) : this.#known(servername);
  }

  #known(servername: string): Ready | null | Promise<Ready | null> {
    const copy = this.#copyFor(servername);
    return copy === null ? null : (this.#ready.get(copy) ?? this.#open(copy));
  }

  presented(servername: string | null): Ready | null {
    const copy = (servername && this.#copyFor(servername)) || this.#hosts.fallback;
    return copy === null ? null : (this.#ready.peek(copy) ?? null);
  }

  /** @throws {Error} when it cannot be read */
  async read(copy: string): Promise<KeyedCertificate | null> {
    if (!this.#copies) return null;
    const certificate = await this.#copies.read(copy);
    this.#ready.set(copy, contextOf(certificate));
    return certificate;
  }

  #copyFor(servername: string): string | null {
    const name = normalName(servername);
    return name && (this.#hosts.certificateOf(name) ?? this.#hosts.challengeOf(name));
  }

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
      log().error({ err: error, copy }, "reading the copy of a certificate failed");
      return null;
    } finally {
      this.#opening.delete(copy);
    }
  }
}

export type Secured = {
  /** Requested host in normal form; null: none. */
  name: string | null;
  /** Names of the presented certificate. */
  names: readonly string[];
};

const secured = new WeakMap<object, Secured>();

/** @param owner the connection, or an HTTP/2 request */
export function secure(owner: object, how: Secured): void {
  secured.set(owner, how);
}

export function securedBy(servername: string | false | null, ready: Ready | null): Secured {
  return { name: servername ? normalName(servername) : null, names: ready?.names ?? [] };
}

/** undefined: TLS does not end here. */
export function securityOf(request: IncomingMessage): Secured | undefined {
  return secured.get(request) ?? secured.get(request.socket);
}

/**
 * Whether a request may address a host: the connection's own, or another one of its certificate.
 */
export function mayBeAbout({ name, names }: Secured, host: string): boolean {
  const requested = hostName(host);
  if (requested === name) return true;
  const normal = normalName(requested);
  if (normal === null) return name === null && isIP(requested) !== 0;
  return normal === name || isCovered(normal, names);
}
