import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

/** Rows are due at `due_at`, each leased to one process at a time. */
export type LeasedTable = "domains" | "certificates" | "certificate_revocations";

/** `under_way`: rows this process holds, even if their lease has ended. */
export type Claim = {
  table: LeasedTable;
  by: string;
  lease_ms: number;
  under_way: readonly number[];
};

export type Claimed = { id: number; by: string };

function leaseOf({ lease_ms }: Claim) {
  return sql`now() + ${lease_ms}::float8 * interval '1 millisecond'`;
}

type Wanted = {
  limit: number;
  /** The row is called `due`. */
  where?: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
  returning: RawBuilder<unknown>;
};

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

/** Extends the leases of rows in progress; all others run out. */
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
