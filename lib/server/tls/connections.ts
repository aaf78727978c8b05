import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isCovered, normalName } from "#lib/domains/host-directory/hosts.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import type { Ready } from "#lib/server/tls/contexts.ts";

/** A connection whose TLS ends here. */
export type Secured = {
  /** Which host its client asked for, in its one spelling; null: none. */
  name: string | null;
  /** Of the certificate that was presented. */
  names: readonly string[];
};

const secured = new WeakMap<object, Secured>();

/** @param owner the connection, or a request that does not tell its own */
export function secure(owner: object, how: Secured): void {
  secured.set(owner, how);
}

export function securedBy(servername: string | false | null, ready: Ready | null): Secured {
  return { name: servername ? normalName(servername) : null, names: ready?.names ?? [] };
}

/** The connection that a request came by; undefined: its TLS does not end here. */
export function securityOf(request: IncomingMessage): Secured | undefined {
  return secured.get(request) ?? secured.get(request.socket);
}

/**
 * Whether a request may be about a host: the one that its connection was made for, or another one
 * of the certificate that was presented.
 */
export function mayBeAbout({ name, names }: Secured, host: string): boolean {
  const asked = hostName(host);
  if (asked === name) return true;
  const normal = normalName(asked);
  if (normal === null) return name === null && isIP(asked) !== 0;
  return normal === name || isCovered(normal, names);
}
