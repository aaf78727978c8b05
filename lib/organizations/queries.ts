import type { Selectable } from "kysely";
import type { Trx } from "#db/index.ts";
import type { Organizations } from "#db/types.ts";
import type { OrganizationGrant, ProgramGrant } from "#lib/auth/authorize.ts";

export type OrganizationRow = Selectable<Organizations>;

export async function insertOrganization(
  trx: Trx,
  _grant: ProgramGrant,
  name: string,
): Promise<OrganizationRow> {
  return trx.insertInto("organizations").values({ name }).returningAll().executeTakeFirstOrThrow();
}

/** Locks the owners of the organization until the transaction ends. */
export async function lockOrganization(trx: Trx, grant: OrganizationGrant): Promise<void> {
  await trx
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", grant.organization_id)
    .forNoKeyUpdate()
    .execute();
}
