import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/** Some names, or the next ones after a name. */
export type Which = { names: readonly string[] } | { after: string; limit: number };

const limitOf = (which: Which) => ("limit" in which ? which.limit : null);

/** Under which pages answer or lead to where they answer by now. */
export async function listAddresses(
  db: Db,
  which: Which,
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

/** Custom domains that are proven to lead here. */
export async function listProven(db: Db, which: Which): Promise<{ name: string }[]> {
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

/** What there is for a name, and a mark that is another one whenever that changed. */
type Marked = { name: string; mark: string };

const MARK = sql<string>`concat(id, '.', xmin)`;

export async function listCertificates(db: Db, which: Which): Promise<Marked[]> {
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

/** What a certificate authority is to see now, by `acme-tls/1`. */
export async function listChallenges(db: Db, which: Which): Promise<Marked[]> {
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

/** With its key, which is sealed. */
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
