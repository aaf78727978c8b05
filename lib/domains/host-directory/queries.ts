import { sql } from "kysely";
import type { Db } from "#db/index.ts";

export type HostFilter = { names: readonly string[] } | { after: string; limit: number };

const limitOf = (which: HostFilter) => ("limit" in which ? which.limit : null);

export async function listAddresses(
  db: Db,
  which: HostFilter,
): Promise<{ name: string; kind: string }[]> {
  return db
    .selectFrom("addresses")
    .select(["name", "kind"])
    .where("is_active", "=", true)
    .where((eb) =>
      eb.or([
        eb("redirects_until", "is", null),
        eb("redirects_until", ">", sql<string>`clock_timestamp()`),
      ]),
    )
    .where((eb) =>
      "names" in which ? eb("name", "in", which.names) : eb("name", ">", which.after),
    )
    .orderBy("name")
    .limit(limitOf(which))
    .execute();
}

export async function listProven(db: Db, which: HostFilter): Promise<{ name: string }[]> {
  return db
    .selectFrom("domains")
    .select("name")
    .distinct()
    .where("proven_at", "is not", null)
    .where("phase", "not in", ["failed", "leaving"])
    .where((eb) =>
      "names" in which ? eb("name", "in", which.names) : eb("name", ">", which.after),
    )
    .orderBy("name")
    .limit(limitOf(which))
    .execute();
}

/** A mark changes with the row. */
type Marked = { name: string; mark: string };

const MARK = sql<string>`concat(id, '.', xmin)`;

export async function listCertificates(db: Db, which: HostFilter): Promise<Marked[]> {
  return db
    .selectFrom("certificates")
    .select(["name", MARK.as("mark")])
    .where("chain", "is not", null)
    .where((eb) =>
      "names" in which ? eb("name", "in", which.names) : eb("name", ">", which.after),
    )
    .orderBy("name")
    .limit(limitOf(which))
    .execute();
}

/** Certificates that authorities expect over `acme-tls/1` now. */
export async function listChallenges(db: Db, which: HostFilter): Promise<Marked[]> {
  return db
    .selectFrom("certificate_challenges")
    .select(["name", "token as mark"])
    .distinctOn("name")
    .where("kind", "=", "tls-alpn-01")
    .where("chain", "is not", null)
    .where("expires_at", ">", sql<string>`clock_timestamp()`)
    .where((eb) =>
      "names" in which ? eb("name", "in", which.names) : eb("name", ">", which.after),
    )
    .orderBy("name")
    .orderBy("expires_at", "desc")
    .limit(limitOf(which))
    .execute();
}

/** The key is encrypted. */
export type Stored = Marked & { chain: string | null; private_key: string | null };

export async function findCertificates(db: Db, names: readonly string[]): Promise<Stored[]> {
  return db
    .selectFrom("certificates")
    .select(["name", "chain", "private_key", MARK.as("mark")])
    .where("name", "in", names)
    .execute();
}

export async function findChallenges(db: Db, tokens: readonly string[]): Promise<Stored[]> {
  return db
    .selectFrom("certificate_challenges")
    .select(["name", "chain", "private_key", "token as mark"])
    .where("token", "in", tokens)
    .execute();
}
