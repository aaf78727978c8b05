import { Resolver } from "node:dns/promises";
import { env } from "#lib/platform/config/env.ts";

const TRY_MS = 1_500;
const TRIES = 2;

/** A resolver of one's own, that can be cancelled without disturbing anybody. */
export function openResolver(): Resolver {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const { DNS_SERVERS } = env();
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
  return resolver;
}

const SILENT = new Set(["ETIMEOUT", "ECANCELLED", "ECONNREFUSED"]);

/** Whether a look-up failed because no name server said anything. */
export function isUnanswered(error: unknown): boolean {
  return SILENT.has((error as NodeJS.ErrnoException).code ?? "");
}
