import type { Db } from "#db/index.ts";
import { subdomainHost } from "#lib/domains/host-directory/hosts.ts";
import {
  listAddresses,
  listCertificates,
  listChallenges,
  listProven,
  type Which,
} from "#lib/domains/host-directory/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";

/** What the database has for a host; `certificate` and `challenge` are marks of what is there. */
export type Found = { allowed: boolean; certificate: string | null; challenge: string | null };

const BATCH = 5_000;

class Collected {
  readonly hosts = new Map<string, Found>();

  add(name: string, found: Partial<Found>): void {
    const known = this.hosts.get(name) ?? { allowed: false, certificate: null, challenge: null };
    this.hosts.set(name, { ...known, ...found });
  }
}

type Each = (which: Which) => Promise<{ name: string }[]>;

async function inBatches(each: Each): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await each({ after, limit: BATCH });
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.name ?? "";
  }
}

/** Each adds what its table has of them. */
function readers(db: Db, collected: Collected): Each[] {
  const allowed: Each[] = [
    async (which) => {
      const rows = await listAddresses(db, which);
      for (const { name, kind } of rows)
        collected.add(kind === "subdomain" ? subdomainHost(name) : name, { allowed: true });
      return rows;
    },
    async (which) => {
      const rows = await listProven(db, which);
      for (const { name } of rows) collected.add(name, { allowed: true });
      return rows;
    },
  ];
  if (env().HTTPS_PORT === 0) return allowed;
  return [
    ...allowed,
    async (which) => {
      const rows = await listCertificates(db, which);
      for (const { name, mark } of rows) collected.add(name, { certificate: mark });
      return rows;
    },
    async (which) => {
      const rows = await listChallenges(db, which);
      for (const { name, mark } of rows) collected.add(name, { challenge: mark });
      return rows;
    },
  ];
}

/** All hosts that the database knows something of. */
export async function readAllHosts(db: Db): Promise<Map<string, Found>> {
  const collected = new Collected();
  for (const each of readers(db, collected)) await inBatches(each);
  return collected.hosts;
}

/** Those of some hosts that the database knows something of. */
export async function readHosts(db: Db, hosts: readonly string[]): Promise<Map<string, Found>> {
  const collected = new Collected();
  const names = hosts.flatMap((host) => [host, pageOfHost(host) ?? host]);
  for (const each of readers(db, collected)) await each({ names });
  return collected.hosts;
}
