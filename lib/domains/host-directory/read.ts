import type { Db } from "#db/index.ts";
import { subdomainHost } from "#lib/domains/host-directory/hosts.ts";
import {
  type HostFilter,
  listAddresses,
  listCertificates,
  listChallenges,
  listProven,
} from "#lib/domains/host-directory/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { pageOfHost } from "#lib/platform/http/hosts.ts";

/** `certificate` and `challenge` are marks of the rows. */
export type HostRecord = { allowed: boolean; certificate: string | null; challenge: string | null };

const BATCH = 5_000;

class Collected {
  readonly hosts = new Map<string, HostRecord>();

  add(name: string, found: Partial<HostRecord>): void {
    const known = this.hosts.get(name) ?? { allowed: false, certificate: null, challenge: null };
    this.hosts.set(name, { ...known, ...found });
  }
}

type Each = (which: HostFilter) => Promise<{ name: string }[]>;

async function inBatches(each: Each): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await each({ after, limit: BATCH });
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.name ?? "";
  }
}

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

export async function readAllHosts(db: Db): Promise<Map<string, HostRecord>> {
  const collected = new Collected();
  for (const each of readers(db, collected)) await inBatches(each);
  return collected.hosts;
}

export async function readHosts(
  db: Db,
  hosts: readonly string[],
): Promise<Map<string, HostRecord>> {
  const collected = new Collected();
  const names = hosts.flatMap((host) => [host, pageOfHost(host) ?? host]);
  for (const each of readers(db, collected)) await each({ names });
  return collected.hosts;
}
