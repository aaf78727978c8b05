import type { LookupAddress } from "node:dns";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";

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

/** What a hosts file says, by name in lower case. */
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

/** The domains in which resolv.conf lets names be looked up; its last line of them counts. */
export function searchDomainsIn(text: string): string[] {
  const [, ...domains] =
    wordsIn(text).findLast(([word = ""]) => /^(search|domain)$/.test(word)) ?? [];
  return domains.filter((domain) => domain !== ".");
}

/** A file's current content, read again only after it changed; empty if there is no file. */
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

export const systemHosts = followed(HOSTS, hostsIn);
export const systemSearchDomains = followed(RESOLVER, searchDomainsIn);
