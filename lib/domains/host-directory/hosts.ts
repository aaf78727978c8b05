import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { env } from "#lib/platform/config/env.ts";
import { applicationHost, hostName } from "#lib/platform/http/hosts.ts";

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;

function isName(text: string): boolean {
  return text.length <= MAX_LENGTH && NAME.test(text) && isIP(text) === 0;
}

/** Normal form of a host name: punycode, lower case, no final dot; null: not a host name. */
export function normalName(text: string): string | null {
  const plain = text.endsWith(".") ? text.slice(0, -1) : text;
  if (isName(plain)) return plain;
  const name = domainToASCII(plain);
  return isName(name) ? name : null;
}

function installationNames(): string[] {
  return [...new Set([hostName(applicationHost()), hostName(env().PAGES_DOMAIN)])];
}

export function subdomainHost(subdomain: string): string {
  return `${subdomain}.${hostName(env().PAGES_DOMAIN)}`;
}

/** `*.example.com` for `www.example.com`; null for a name without a parent. */
export function wildcardOf(name: string): string | null {
  const dot = name.indexOf(".");
  return dot < 0 ? null : `*${name.slice(dot)}`;
}

export function isCovered(name: string, names: readonly string[]): boolean {
  return names.includes(name) || names.includes(wildcardOf(name) ?? name);
}

/** Certificates are identified by their copies on disk. */
export type Host = {
  allowed: boolean;
  certificate: string | null;
  /** The certificate for an authority that connects with `acme-tls/1`. */
  challenge: string | null;
};

/** null: the host is no longer known. */
export type HostChange = [name: string, host: Host | null];

/** `complete` once all hosts of this node have been sent. */
type HostChanges = { changes: readonly HostChange[]; complete: boolean };

export type HostMessage =
  /** Keys that decrypt the copies and the session tickets of all fronts (base64). */
  { kind: "keys"; copies: string; tickets: string } | ({ kind: "hosts" } & HostChanges);

/** Name of the certificate for clients without a better match. */
export const FALLBACK = "";

export class Hosts {
  readonly #known = new Map<string, Host>();
  #isComplete = false;
  #own = new Set(installationNames());

  apply({ changes, complete }: HostChanges): void {
    this.#isComplete ||= complete;
    for (const [name, host] of changes)
      if (host) this.#known.set(name, host);
      else this.#known.delete(name);
  }

  /** Whether it is settled which certificate to present, even if none. */
  isKnown(name: string): boolean {
    return this.#isComplete || this.certificateOf(name) !== null || this.challengeOf(name) !== null;
  }

  isAllowed(name: string): boolean {
    return this.#own.has(name) || this.#known.get(name)?.allowed === true;
  }

  certificateOf(name: string): string | null {
    const own = this.#known.get(name)?.certificate;
    if (own) return own;
    const wildcard = wildcardOf(name);
    return wildcard === null ? null : (this.#known.get(wildcard)?.certificate ?? null);
  }

  challengeOf(name: string): string | null {
    return this.#known.get(name)?.challenge ?? null;
  }

  /** The copy for a client that sends no host name, or an unknown one. */
  get fallback(): string | null {
    for (const name of this.#own) {
      const certificate = this.certificateOf(name);
      if (certificate) return certificate;
    }
    return this.#known.get(FALLBACK)?.certificate ?? null;
  }
}
