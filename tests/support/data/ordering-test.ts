import { randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import type { Periods } from "#lib/core/leases/due-work.ts";
import { orderingEnv, startOrdering, withEnv } from "#tests/support/data/ordering.ts";
import { StandInAuthority } from "#tests/support/stand-ins/authority.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { test as base } from "#tests/support/test.ts";

export { expect } from "#tests/support/test.ts";

type Fixtures = {
  /** Nothing is ordered there but by this test. */
  authority: StandInAuthority;
  names: NameServer;
  /** What the settings are that lead to the authority. */
  settings: Record<string, string>;
  /** A host that the name server knows. */
  host: string;
  /** Orders certificates in this process until the test ends. */
  ordering: (periods?: Partial<Periods>) => void;
};

/** A host of the test's own that leads to this machine. */
export function ownHost(names: NameServer): string {
  const name = `t${randomBytes(5).toString("hex")}.example.net`;
  names.add(name, "A", "127.0.0.1");
  return name;
}

/** What is stored of a host's certificate. */
export async function certificateRow(database: Db, name: string) {
  return database
    .selectFrom("certificates")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
}

const KEPT = [
  "certificates",
  "certificate_orders",
  "certificate_challenges",
  "certificate_revocations",
  "acme_accounts",
] as const;

/** Tests that have certificates ordered at an authority of their own. */
export const test = base.extend<Fixtures>({
  names: async ({ database: _ }, use) => {
    const names = await NameServer.open();
    await use(names);
    await names.close();
  },
  authority: async ({ database }, use) => {
    for (const table of KEPT) await database.deleteFrom(table).execute();
    const authority = await StandInAuthority.open();
    await use(authority);
    await authority.close();
  },
  settings: async ({ authority, names }, use) => {
    const settings = orderingEnv(authority.directory, authority.root.cert, names);
    const restore = withEnv(settings);
    await use(settings);
    restore();
  },
  host: async ({ names, settings: _ }, use) => use(ownHost(names)),
  ordering: async ({ settings: _ }, use) => {
    const stops: (() => Promise<void>)[] = [];
    await use((periods) => void stops.push(startOrdering(periods)));
    await Promise.all(stops.map((stop) => stop()));
  },
});
