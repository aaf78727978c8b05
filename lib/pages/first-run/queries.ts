import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

export async function hasOrganization(db: Db): Promise<boolean> {
  const found = await db.selectFrom("organizations").select("id").limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Blocks other transactions from adding an organization. */
export async function lockOrganizations(trx: Trx, _grant: ProgramGrant): Promise<void> {
  await sql`lock table organizations in share row exclusive mode`.execute(trx);
}
