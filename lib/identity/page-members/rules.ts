import type { PageGrant } from "#lib/core/access/authorize.ts";
import { rolesIn } from "#lib/core/access/roles.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { PageMemberRow } from "#lib/identity/page-members/queries.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/**
 * Keeps whoever owns a page alone from the organization's owners, to whom the page belongs.
 * @throws {AppError} `forbidden`
 */
export async function checkNotAbove(
  ctx: Context,
  { organization_id }: PageGrant,
  { organization_role }: PageMemberRow,
): Promise<void> {
  if (organization_role !== "owner" || ctx.actor.kind === "system") return;
  if ((await rolesIn(ctx, organization_id))?.role === "owner") return;
  throw new AppError("forbidden", "Only owners of the organization may change what another has");
}
