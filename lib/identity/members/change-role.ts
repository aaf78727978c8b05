import type { Trx } from "#db/index.ts";
import type { OrganizationGrant } from "#lib/core/access/authorize.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { revokeKeysMadeBy } from "#lib/identity/api-keys/queries.ts";
import { updateMembershipRole } from "#lib/identity/members/queries.ts";

type Member = { id: number; user_id: number | null };

/**
 * Also revokes the organization's keys that the person made and that may do more than the role.
 * @returns for the audit entry
 */
export async function changeRole(
  trx: Trx,
  grant: OrganizationGrant,
  { id, user_id }: Member,
  values: { role: Role; oidc_issuer: string | null },
): Promise<{ role: Role; revoked_keys?: number }> {
  const { role } = values;
  await updateMembershipRole(trx, grant, { id }, values);
  const revoked_keys = user_id === null ? 0 : await revokeKeysMadeBy(trx, grant, { user_id, role });
  return { role, ...(revoked_keys > 0 && { revoked_keys }) };
}
