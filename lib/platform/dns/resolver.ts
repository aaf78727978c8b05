import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import type { CaaRecord } from "node:dns";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import {
  CHECKING_DISABLED,
  type DecodedPacket,
  decode,
  encode,
  RECURSION_DESIRED,
} from "dns-packet";
import { env } from "#lib/platform/config/env.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

const LIMIT_MS = 5_000;
const TOLD = ["ENOTFOUND", "ENODATA", "ETIMEOUT", "ESERVFAIL", "EREFUSED"] as const;

export type DnsFailure = (typeof TOLD)[number] | "OTHER";

type DnsLookup<T> = { found: T[]; failure: DnsFailure | null };

const AS_SILENT: readonly string[] = ["ECANCELLED", "ECONNREFUSED"];

function failureOf(error: unknown): DnsFailure {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (AS_SILENT.includes(code)) return "ETIMEOUT";
  return TOLD.find((told) => told === code) ?? "OTHER";
}

async function looked<T>(ask: (resolver: Resolver) => Promise<T[]>): Promise<DnsLookup<T>> {
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

export function addressesOf(name: string, family: 4 | 6): Promise<DnsLookup<string>> {
  return looked((resolver) => (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name)));
}

export function aliasesOf(name: string): Promise<DnsLookup<string>> {
  return looked(async (resolver) =>
    (await resolver.resolveCname(name)).map((alias) => alias.toLowerCase().replace(/\.$/, "")),
  );
}

export function textsOf(name: string): Promise<DnsLookup<string>> {
  return looked(async (resolver) =>
    (await resolver.resolveTxt(name)).map((parts) => parts.join("")),
  );
}

export function caaOf(name: string): Promise<DnsLookup<CaaRecord>> {
  return looked((resolver) => resolver.resolveCaa(name));
}

export async function isTop(name: string): Promise<boolean> {
  const { failure } = await looked(async (resolver) => [await resolver.resolveSoa(name)]);
  return failure === null;
}

const TRY_MS = 1_500;
const TRIES = 2;

/** A resolver of its own can be cancelled without disturbing others. */
export function openResolver(): Resolver {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const { DNS_SERVERS } = env();
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
  return resolver;
}

const SILENT = new Set(["ETIMEOUT", "ECANCELLED", "ECONNREFUSED"]);

export function isUnanswered(error: unknown): boolean {
  return SILENT.has((error as NodeJS.ErrnoException).code ?? "");
}

const DIRECT_LIMIT_MS = 1_500;
const DNS_PORT = 53;
const MAX_SERVERS = 3;

function placeOf(server: string): { host: string; port: number } {
  const [, v6, v4, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? [];
  return { host: v6 ?? v4 ?? server, port: Number(port ?? DNS_PORT) };
}

async function askServer(server: string, name: string): Promise<DecodedPacket | null> {
  const { host, port } = placeOf(server);
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const id = randomInt(65_536);
  try {
    const query = encode({
      type: "query",
      id,
      flags: RECURSION_DESIRED | CHECKING_DISABLED,
      questions: [{ type: "A", name }],
    });
    // A connected socket ignores answers from elsewhere.
    socket.connect(port, host);
    await once(socket, "connect", { signal: AbortSignal.timeout(DIRECT_LIMIT_MS) });
    socket.send(query);
    const [message] = await once(socket, "message", {
      signal: AbortSignal.timeout(DIRECT_LIMIT_MS),
    });
    const answer = decode(message as Buffer);
    return answer.id === id ? answer : null;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}

const ANSWERED: readonly unknown[] = ["NOERROR", "NXDOMAIN"];

/** Names that resolve only with checking disabled have broken DNSSEC. */
export async function isAnsweredUnchecked(name: string): Promise<boolean> {
  for (const server of openResolver().getServers().slice(0, MAX_SERVERS)) {
    const answer = await askServer(server, name);
    if (answer && ANSWERED.includes((answer as { rcode?: unknown }).rcode)) return true;
  }
  return false;
}

// A name server without a connection fails for every name.
const CUT_OFF = "ESERVFAIL";
const GOOD_FOR_MS = 5_000;

type Shared = { reached_at: number; asking?: Promise<boolean> };
const shared = oncePerProcess("network", (): Shared => ({ reached_at: Number.NEGATIVE_INFINITY }));

export function markReachable(): void {
  shared.reached_at = performance.now();
}

// Every resolver knows the root name servers.
async function ask(): Promise<boolean> {
  try {
    await openResolver().resolveNs(".");
    return true;
  } catch (error) {
    return !isUnanswered(error) && (error as NodeJS.ErrnoException).code !== CUT_OFF;
  }
}

/** Whether this machine is online, so that a failure is the destination's own. */
export async function isNetworkThere(): Promise<boolean> {
  if (performance.now() - shared.reached_at < GOOD_FOR_MS) return true;
  shared.asking ??= ask().finally(() => {
    shared.asking = undefined;
  });
  const isThere = await shared.asking;
  if (isThere) markReachable();
  return isThere;
}
