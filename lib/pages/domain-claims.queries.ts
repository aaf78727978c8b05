import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";

type Named = { status_page_id: number; name: string; token: string };

export async function saveOwnerToken(
  trx: Trx,
  { status_page_id, name, token }: Named,
): Promise<void> {
  await trx
    .updateTable("domains")
    .set({ token })
    .where("status_page_id", "=", status_page_id)
    .where("name", "=", name)
    .where("phase", "=", "configuring")
    .execute();
}

/** The page that requested a custom domain which does not show it, nor redirect, yet. */
export async function findClaimant(
  db: Db,
  _grant: ProgramGrant,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("addresses")
    .select("status_page_id")
    .where("name", "=", name)
    .where("kind", "=", "custom")
    .where("is_active", "=", false)
    .executeTakeFirst();
  return row?.status_page_id;
}

/** @returns whether the name is free now */
async function releaseName(trx: Trx, grant: PageGrant, name: string): Promise<boolean> {
  const released = await trx
    .deleteFrom("addresses")
    .where("status_page_id", "=", grant.status_page_id)
    .where("name", "=", name)
    .where("kind", "=", "custom")
    .where("is_active", "=", false)
    .returning("id")
    .executeTakeFirst();
  return released !== undefined;
}

/** Also removes what the driver created. @returns whether the name is free now */
export async function releaseFailedName(
  trx: Trx,
  grant: PageGrant,
  name: string,
): Promise<boolean> {
  if (!(await releaseName(trx, grant, name))) return false;
  // A step in progress records its resources in the row that leaves.
  await sql`
    with gone as (
      update domains set phase = 'leaving', due_at = now(), attempts = 0
      where status_page_id = ${grant.status_page_id} and name = ${name} and phase = 'failed'
      returning *
    )
    insert into domains (status_page_id, organization_id, name, provider, token, phase, report,
      reported_at)
    select status_page_id, organization_id, name, provider, token, 'failed', report, reported_at
    from gone`.execute(trx);
  return true;
}
