import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { lockOrganization, updateOrganizationRow } from "#lib/identity/organizations/queries.ts";
import { serializeOrganization } from "#lib/identity/organizations/read.ts";
import type { Organization, UpdateOrganization } from "#lib/identity/organizations/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Changes the given fields of an organization. With `strong_sign_in_required` sessions that began
 * with a password alone are led to set up another proof from then on; API keys go on.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateOrganization(
  ctx: Context,
  target: OrganizationTarget,
  input: Partial<UpdateOrganization>,
): Promise<Organization> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const before = await lockOrganization(trx, grant);
    const { name = before.name, strong_sign_in_required = before.strong_sign_in_required } = input;
    const isSame =
      name === before.name && strong_sign_in_required === before.strong_sign_in_required;
    if (isSame) return unchanged(serializeOrganization(before));
    const values = { name, strong_sign_in_required, updated_at: wireNow() };
    const row = await updateOrganizationRow(trx, grant, values);
    return {
      result: serializeOrganization(row),
      audit: { action: "organization.update", subject_id: row.id, changes: input, before },
      events: [],
    };
  });
}
