import type { Listed, Slice } from "#db/keyset.ts";
import { type AuditFilter, listAuditRows } from "#lib/audit/queries.ts";
import type { AuditRow } from "#lib/audit/schema.ts";
import { authorizeOrganization, type OrganizationTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";

/** What was done in an organization, newest first. @throws {AppError} `not_found`, `forbidden` */
export async function listAuditLog(ctx: Context, target: OrganizationTarget, slice: Slice, filter: AuditFilter): Promise<Listed<AuditRow>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return listAuditRows(ctx.db, grant, slice, filter);
}
