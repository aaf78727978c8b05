import { authorizeOrganization, type OrganizationTarget } from "#lib/auth/authorize.ts";
import { unchanged } from "#lib/change/outcome.ts";
import { changeOrganization } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { lockOrganization, updateOrganizationRow } from "#lib/organizations/queries.ts";
import { serializeOrganization } from "#lib/organizations/read.ts";
import type { Organization, UpdateOrganization } from "#lib/organizations/schema.ts";

/**
 * Changes the given fields of an organization.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateOrganization(
  ctx: Context,
  target: OrganizationTarget,
  input: UpdateOrganization,
): Promise<Organization> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const before = await lockOrganization(trx, grant);
    if (input.name === undefined || input.name === before.name)
      return unchanged(serializeOrganization(before));
    const values = { name: input.name, updated_at: wireNow() };
    const row = await updateOrganizationRow(trx, grant, values);
    return {
      result: serializeOrganization(row),
      audit: { action: "organization.update", subject_id: row.id, changes: input, before },
      events: [],
    };
  });
}
