import type { Listed, Slice } from "#db/keyset.ts";
import {
  authorize,
  authorizeOrganization,
  type OrganizationTarget,
  type PageTarget,
} from "#lib/core/access/authorize.ts";
import {
  type AuditFilter,
  type AuditLogRow,
  type FieldsOf,
  findLastActor,
  type LastActor,
  listAuditRows,
} from "#lib/core/audit/queries.ts";
import type { AuditRow } from "#lib/core/audit/schema.ts";
import type { Context } from "#lib/core/request/context.ts";

export function serializeAuditRow(row: AuditLogRow): AuditRow {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    action: row.action,
    actor: row.actor,
    actor_name: row.actor_name,
    api_key_id: row.api_key_id,
    subject: row.subject,
    status_page: row.status_page,
    changes: row.changes,
    before: row.before,
    request_id: row.request_id,
    address: row.address,
  };
}

/** What was done in an organization, newest first. @throws {AppError} `not_found`, `forbidden` */
export async function listAuditLog(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
  filter: AuditFilter,
): Promise<Listed<AuditRow>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return listAuditRows(ctx.db, grant, slice, filter, (rows) => rows.map(serializeAuditRow));
}

/**
 * Who changed one of some fields last, of a record of a page or of an organization.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function lastChange(
  ctx: Context,
  { subdomain, organization_id }: Partial<PageTarget & OrganizationTarget>,
  changed: FieldsOf,
): Promise<LastActor | null> {
  if (subdomain)
    return findLastActor(ctx.db, await authorize(ctx, "page.read", { subdomain }), changed);
  if (!organization_id) return null;
  const grant = await authorizeOrganization(ctx, "organization.read", { organization_id });
  return findLastActor(ctx.db, grant, changed);
}
