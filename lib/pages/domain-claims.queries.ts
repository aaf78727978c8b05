import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";

type Named = { status_page_id: number; name: string; token: string };

/** Has a name that begins to be set up show its organization's token. */
export async function writeToken(trx: Trx, { status_page_id, name, token }: Named): Promise<void> {
  await trx
    .updateTable("domains")
    .set({ token })
    .where("status_page_id", "=", status_page_id)
    .where("name", "=", name)
    .where("phase", "=", "configuring")
    .execute();
}

/** The page that asked for a custom domain and is not shown there, nor leads from there. */
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

/** Lets others have a name that does not show the page. @returns whether they may have it now */
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

/**
 * Has a page whose set-up failed give up the name unless it is shown there, and what a driver made
 * for it taken away: whoever asks for the name next finds nothing of it. Asked for anew, the domain
 * begins from nothing.
 * @returns whether others may have the name now
 */
export async function giveUpName(trx: Trx, grant: PageGrant, name: string): Promise<boolean> {
  if (!(await releaseName(trx, grant, name))) return false;
  // A step that is under way notes what it made in the row that leaves.
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
