import type { CaaRecord } from "node:dns";
import type { Resolver } from "node:dns/promises";
import { openResolver } from "#lib/platform/dns/name-servers.ts";

const LIMIT_MS = 5_000;
const TOLD = ["ENOTFOUND", "ENODATA", "ETIMEOUT", "ESERVFAIL", "EREFUSED"] as const;

/** Why name servers gave no record. */
export type DnsFailure = (typeof TOLD)[number] | "OTHER";

/** What name servers answer; a failure comes without records. */
export type Looked<T> = { found: T[]; failure: DnsFailure | null };

const AS_SILENT: readonly string[] = ["ECANCELLED", "ECONNREFUSED"];

function failureOf(error: unknown): DnsFailure {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (AS_SILENT.includes(code)) return "ETIMEOUT";
  return TOLD.find((told) => told === code) ?? "OTHER";
}

async function looked<T>(ask: (resolver: Resolver) => Promise<T[]>): Promise<Looked<T>> {
  const resolver = openResolver();
  const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    return { found: await ask(resolver), failure: null };
  } catch (error) {
    return { found: [], failure: failureOf(error) };
  } finally {
    clearTimeout(limit);
  }
}

/** The addresses of a name as name servers answer, of one kind, within 5 s. */
export function addressesOf(name: string, family: 4 | 6): Promise<Looked<string>> {
  return looked((resolver) => (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name)));
}

/** The name that a name stands for. */
export function aliasesOf(name: string): Promise<Looked<string>> {
  return looked(async (resolver) =>
    (await resolver.resolveCname(name)).map((alias) => alias.toLowerCase().replace(/\.$/, "")),
  );
}

/** The texts of a name, each put together from its parts. */
export function textsOf(name: string): Promise<Looked<string>> {
  return looked(async (resolver) =>
    (await resolver.resolveTxt(name)).map((parts) => parts.join("")),
  );
}

/** Who may issue certificates for a name, as the name itself says. */
export function caaOf(name: string): Promise<Looked<CaaRecord>> {
  return looked((resolver) => resolver.resolveCaa(name));
}

/** Whether a name is the top of a zone. */
export async function isTop(name: string): Promise<boolean> {
  const { failure } = await looked(async (resolver) => [await resolver.resolveSoa(name)]);
  return failure === null;
}
