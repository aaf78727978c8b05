import type { Selectable } from "kysely";
import type { Trx } from "#db/index.ts";
import type { Organizations } from "#db/types.ts";
import type { ProgramGrant } from "#lib/auth/authorize.ts";

export type OrganizationRow = Selectable<Organizations>;

export async function insertOrganization(trx: Trx, _grant: ProgramGrant, name: string): Promise<OrganizationRow> {
  return trx.insertInto("organizations").values({ name }).returningAll().executeTakeFirstOrThrow();
}
