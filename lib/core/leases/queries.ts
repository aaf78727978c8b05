import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

/** Its rows are worked on from `due_at` on, each by one process until its lease ends. */
export type LeasedTable = "domains" | "certificates" | "certificate_revocations";

/** Who has rows of a table, and which: `under_way`, be their lease over or not. */
export type Claim = {
  table: LeasedTable;
  by: string;
  lease_ms: number;
  under_way: readonly number[];
};

/** A row that a process claimed. */
export type Claimed = { id: number; by: string };

function leaseOf({ lease_ms }: Claim) {
  return sql`now() + ${lease_ms}::float8 * interval '1 millisecond'`;
}

type Wanted = {
  limit: number;
  /** Which of the due rows, which of them first, and what of them; a row is `due`. */
  where?: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
  returning: RawBuilder<unknown>;
};

/** Claims rows that are due and that nobody has. */
export async function claimRows<Row>(
  db: Db,
  _grant: ProgramGrant,
  claim: Claim,
  { limit, where = sql`true`, order = sql`due.due_at`, returning }: Wanted,
): Promise<Row[]> {
  const table = sql.table(claim.table);
  const { rows } = await sql<Row>`
    with free as (
      select id from ${table} as due
      where due.due_at <= now() and (due.claimed_until is null or due.claimed_until <= now())
        and due.id <> all(${claim.under_way}::bigint[]) and ${where}
      order by ${order} limit ${limit} for update of due skip locked
    )
    update ${table} as due set claimed_by = ${claim.by}, claimed_until = ${leaseOf(claim)}
    from free where free.id = due.id
    returning ${returning}`.execute(db);
  return rows;
}

/** Goes on with what a process has under way; a claim that it could not give up ends. */
export async function keepClaims(db: Db, _grant: ProgramGrant, claim: Claim): Promise<void> {
  const table = sql.table(claim.table);
  await sql`
    update ${table} set claimed_until = ${leaseOf(claim)}
    where id in (
      select id from ${table}
      where claimed_by = ${claim.by} and id = any(${claim.under_way}::bigint[])
      for update skip locked
    )`.execute(db);
}
