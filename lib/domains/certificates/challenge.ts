import type { Db } from "#db/index.ts";
import { findKeyAuthorization } from "#lib/domains/certificates/queries.ts";
import { hostName } from "#lib/platform/http/hosts.ts";

const TOKEN = /^[\w-]{16,200}$/;

/**
 * What to answer at `/.well-known/acme-challenge/<token>`, as plain text: what was ordered for that
 * host, and nothing at any other.
 */
export async function findChallenge(db: Db, token: string, host: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  return (await findKeyAuthorization(db, { token, name: hostName(host) })) ?? null;
}
