import type { LookupAddress } from "node:dns";
import type { Resolver } from "node:dns/promises";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { isUnanswered, openResolver } from "#lib/platform/dns/resolver.ts";

const LIMIT_MS = 5_000;
// How much longer the second address family may take than the first.
const GRACE_MS = 100;
const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

export class LookupError extends Error {
  readonly isAnswered: boolean;

  constructor(name: string, isAnswered: boolean) {
    super(isAnswered ? `${name} is unknown` : `no answer about ${name}`);
    this.isAnswered = isAnswered;
  }
}

async function ask(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const kinds = [
    resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
  ];
  let grace: NodeJS.Timeout | undefined;
  Promise.any(kinds).then(
    () => {
      grace = setTimeout(() => resolver.cancel(), GRACE_MS);
    },
    () => {},
  );
  const answers = await Promise.allSettled(kinds);
  clearTimeout(grace);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length > 0) return found;
  const isAnswered = answers.every(
    (answer) => answer.status === "fulfilled" || !isUnanswered(answer.reason),
  );
  throw new LookupError(name, isAnswered);
}

/** The full names that a system call would try. */
async function candidates(name: string): Promise<string[]> {
  if (name.endsWith(".")) return [name];
  const longer = (await systemSearchDomains()).map((domain) => `${name}.${domain}`);
  return name.includes(".") ? [name, ...longer] : [...longer, name];
}

async function askInTime(name: string): Promise<LookupAddress[]> {
  const names = await candidates(name);
  const end = performance.now() + LIMIT_MS;
  let reason = new LookupError(name, true);
  for (const candidate of names) {
    const resolver = openResolver();
    const limit = setTimeout(() => resolver.cancel(), end - performance.now());
    try {
      return await ask(resolver, candidate);
    } catch (error) {
      reason = error as LookupError;
    } finally {
      clearTimeout(limit);
    }
    if (!reason.isAnswered || performance.now() > end) break;
  }
  throw reason;
}

/** The system's resolver would block one of its few threads. At most 5 s. @throws {LookupError} */
export async function lookUp(host: string): Promise<LookupAddress[]> {
  const name = host.toLowerCase();
  const plain = name.replace(/\.$/, "");
  const known = (await systemHosts()).get(plain);
  if (known) return known;
  if (plain === "localhost" || plain.endsWith(".localhost")) return LOOPBACK;
  return askInTime(name);
}

const HOSTS =
  process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
const RESOLVER = "/etc/resolv.conf";

type Hosts = ReadonlyMap<string, LookupAddress[]>;

function wordsIn(text: string): string[][] {
  return text.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/),
  );
}

export function hostsIn(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = "", ...names] of wordsIn(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((word) => word.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
  }
  return hosts;
}

/** The last `search` or `domain` line of resolv.conf counts. */
export function searchDomainsIn(text: string): string[] {
  const [, ...domains] =
    wordsIn(text).findLast(([word = ""]) => /^(search|domain)$/.test(word)) ?? [];
  return domains.filter((domain) => domain !== ".");
}

function followed<T>(file: string, parse: (text: string) => T): () => Promise<T> {
  let known: { changed_ms: number; value: T } | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(file);
      if (known?.changed_ms !== mtimeMs)
        known = { changed_ms: mtimeMs, value: parse(await readFile(file, "utf8")) };
      return known.value;
    } catch {
      return parse("");
    }
  };
}

const systemHosts = followed(HOSTS, hostsIn);
const systemSearchDomains = followed(RESOLVER, searchDomainsIn);
