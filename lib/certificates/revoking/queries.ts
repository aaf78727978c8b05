import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/auth/authorize.ts";

export type DueRevocation = {
  id: number;
  name: string;
  chain: string;
  directory_url: string;
  attempts: number;
};

export async function claimRevocations(
  db: Db,
  _grant: ProgramGrant,
  { runner, limit, lease_s }: { runner: string; limit: number; lease_s: number },
): Promise<DueRevocation[]> {
  const { rows } = await sql<DueRevocation>`
    with due as (
      select id from certificate_revocations
      where due_at <= now() and (claimed_until is null or claimed_until < now())
      order by due_at limit ${limit} for update skip locked
    )
    update certificate_revocations as r
    set claimed_by = ${runner}, claimed_until = now() + ${lease_s} * interval '1 second'
    from due where r.id = due.id
    returning r.id, r.name, r.chain, r.directory_url, r.attempts`.execute(db);
  return rows;
}

export async function deleteRevocation(db: Db, _grant: ProgramGrant, id: number): Promise<void> {
  await db.deleteFrom("certificate_revocations").where("id", "=", id).execute();
}

export async function putOffRevocation(
  db: Db,
  _grant: ProgramGrant,
  { id, pause_s }: { id: number; pause_s: number },
): Promise<void> {
  await sql`
    update certificate_revocations set attempts = attempts + 1, claimed_by = null,
      claimed_until = null, due_at = now() + ${pause_s} * interval '1 second'
    where id = ${id}`.execute(db);
}
