import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { type Claim, type Claimed, claimRows } from "#lib/core/leases/queries.ts";
import { isAwake } from "#lib/domains/acme/queries.ts";

export type DueRevocation = {
  id: number;
  name: string;
  chain: string;
  directory_url: string;
  attempts: number;
};

export async function claimRevocations(
  db: Db,
  grant: ProgramGrant,
  claim: Claim,
  limit: number,
): Promise<DueRevocation[]> {
  return claimRows(db, grant, claim, {
    limit,
    where: isAwake(sql`due.directory_url`),
    returning: sql`due.id, due.name, due.chain, due.directory_url, due.attempts`,
  });
}

export async function deleteRevocation(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
): Promise<void> {
  await db
    .deleteFrom("certificate_revocations")
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .execute();
}

export async function putOffRevocation(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
  pause_s: number,
): Promise<void> {
  await sql`
    update certificate_revocations set attempts = attempts + 1, claimed_by = null,
      claimed_until = null, due_at = now() + ${pause_s} * interval '1 second'
    where id = ${id} and claimed_by = ${by}`.execute(db);
}
