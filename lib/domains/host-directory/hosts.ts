import { installationNames, wildcardOf } from "#lib/domains/host-directory/names.ts";

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
