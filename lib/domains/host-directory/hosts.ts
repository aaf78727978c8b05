import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { env } from "#lib/platform/config/env.ts";
import { applicationHost, hostName } from "#lib/platform/http/hosts.ts";

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;

function isName(text: string): boolean {
  return text.length <= MAX_LENGTH && NAME.test(text) && isIP(text) === 0;
}

/** A host's name in its one spelling: punycode, lower case, no final dot. null: it is none. */
export function normalName(text: string): string | null {
  const plain = text.endsWith(".") ? text.slice(0, -1) : text;
  if (isName(plain)) return plain;
  const name = domainToASCII(plain);
  return isName(name) ? name : null;
}

/** The names of this installation itself: the application's, and that above all pages. */
function installationNames(): string[] {
  return [...new Set([hostName(applicationHost()), hostName(env().PAGES_DOMAIN)])];
}

/** The host of a page that is known by its subdomain. */
export function subdomainHost(subdomain: string): string {
  return `${subdomain}.${hostName(env().PAGES_DOMAIN)}`;
}

/** `*.example.com` for `www.example.com`; null for a name without a parent. */
export function wildcardOf(name: string): string | null {
  const dot = name.indexOf(".");
  return dot < 0 ? null : `*${name.slice(dot)}`;
}

/** Whether one of the names of a certificate stands for a host. */
export function isCovered(name: string, names: readonly string[]): boolean {
  return names.includes(name) || names.includes(wildcardOf(name) ?? name);
}

/** What is known of a host. Certificates are named as their copies on disk are. */
export type Host = {
  /** Whether a certificate may be asked for it. */
  allowed: boolean;
  certificate: string | null;
  /** What a certificate authority that looks at the name by `acme-tls/1` is to see. */
  challenge: string | null;
};

/** A host that changed; null: nothing is known of it any more. */
export type HostNews = [name: string, host: Host | null];

/** What changed; `complete` once all that this node has of hosts was told. */
type HostsTold = { news: readonly HostNews[]; complete: boolean };

/** What fronts are told. */
export type HostMessage =
  /** By which a front opens copies, and session tickets that any of the fronts gave: base64. */
  { kind: "keys"; copies: string; tickets: string } | ({ kind: "hosts" } & HostsTold);

/** Under which the certificate stands that is shown where there is no better one. */
export const FALLBACK = "";

/** All that a front knows of hosts. */
export class Hosts {
  readonly #known = new Map<string, Host>();
  #isComplete = false;
  #own = new Set(installationNames());

  hear({ news, complete }: HostsTold): void {
    this.#isComplete ||= complete;
    for (const [name, host] of news)
      if (host) this.#known.set(name, host);
      else this.#known.delete(name);
  }

  /** Whether it is known what to present for a name, if only that there is nothing. */
  isHeardOf(name: string): boolean {
    return this.#isComplete || this.certificateOf(name) !== null || this.challengeOf(name) !== null;
  }

  /** Whether a certificate may be asked for a name. */
  isAllowed(name: string): boolean {
    return this.#own.has(name) || this.#known.get(name)?.allowed === true;
  }

  /** The copy of the certificate of a name, or of all names beside it. */
  certificateOf(name: string): string | null {
    const own = this.#known.get(name)?.certificate;
    if (own) return own;
    const wildcard = wildcardOf(name);
    return wildcard === null ? null : (this.#known.get(wildcard)?.certificate ?? null);
  }

  challengeOf(name: string): string | null {
    return this.#known.get(name)?.challenge ?? null;
  }

  /** The copy of what is shown to who names no host, or one that is not known. */
  get fallback(): string | null {
    for (const name of this.#own) {
      const certificate = this.certificateOf(name);
      if (certificate) return certificate;
    }
    return this.#known.get(FALLBACK)?.certificate ?? null;
  }
}
