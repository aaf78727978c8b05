import type { Trx } from "#db/index.ts";
import type { OrganizationGrant } from "#lib/core/access/authorize.ts";
import { countOwners, type MemberRow } from "#lib/identity/members/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Before a member stops to be an owner; the organization must be locked.
 * @throws {AppError} `invalid` on `base` when nobody else owns the organization
 */
export async function checkAnotherOwner(
  trx: Trx,
  grant: OrganizationGrant,
  member: MemberRow,
): Promise<void> {
  if (member.role !== "owner" || member.user_id === null) return;
  if ((await countOwners(trx, grant)) < 2) throw invalid({ base: [{ code: "last_owner" }] });
}
