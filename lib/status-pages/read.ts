import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, authorizeOrganization, type OrganizationTarget, type PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { getStatusPageRow, listStatusPageRows, type StatusPageRow } from "#lib/status-pages/queries.ts";
import type { StatusPage } from "#lib/status-pages/schema.ts";
import { serializeStatusPage } from "#lib/status-pages/serialize.ts";

export type OrganizationPageTarget = PageTarget & OrganizationTarget;

/** The organization's pages that the caller may read through the management API, oldest first. */
export async function listStatusPages(ctx: Context, target: OrganizationTarget, slice: Slice): Promise<Listed<StatusPageRow>> {
  const grant = await authorizeOrganization(ctx, "page.read", target);
  return listStatusPageRows(ctx.db, grant, slice);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getStatusPage(ctx: Context, target: OrganizationPageTarget): Promise<StatusPage> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeStatusPage(await getStatusPageRow(ctx.db, grant));
}
