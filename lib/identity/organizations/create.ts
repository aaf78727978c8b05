import { authorizeOrganization, authorizeProgram } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeInstallation } from "#lib/core/transaction/change.ts";
import { insertOrganization, type OrganizationRow } from "#lib/identity/organizations/queries.ts";
import type { CreateOrganization } from "#lib/identity/organizations/schema.ts";

/**
 * Adds an organization, still without members and pages.
 * @throws {AppError} `forbidden`
 */
export async function createOrganization(
  ctx: Context,
  input: CreateOrganization,
): Promise<OrganizationRow> {
  const program = authorizeProgram(ctx);
  return changeInstallation(ctx, program, async (trx) => {
    const organization = await insertOrganization(trx, program, input.name);
    const grant = await authorizeOrganization({ ...ctx, db: trx }, "organization.write", {
      organization_id: organization.id,
    });
    return {
      result: organization,
      audit: {
        action: "organization.create",
        subject_id: organization.id,
        changes: input,
        grant,
      },
      events: [],
    };
  });
}
