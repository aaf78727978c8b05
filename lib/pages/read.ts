import type { Listed, Slice } from "#db/keyset.ts";
import {
  authorize,
  authorizeOrganization,
  authorizeUser,
  type OrganizationTarget,
  type PageTarget,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import { mayRole, type Role } from "#lib/core/access/permissions.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  getStatusPageRow,
  listPagesOfUser,
  listStatusPageRows,
  type OwnPageRow,
} from "#lib/pages/queries.ts";
import type { StatusPage } from "#lib/pages/schema.ts";
import { serializeStatusPage } from "#lib/pages/serialize.ts";

export type OrganizationPageTarget = PageTarget & OrganizationTarget;

/** The organization's pages that the caller may read through the management API, oldest first. */
export async function listStatusPages(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
): Promise<Listed<StatusPage>> {
  const grant = await authorizeOrganization(ctx, "page.read", target);
  return listStatusPageRows(ctx.db, grant, slice, (rows) => rows.map(serializeStatusPage));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getStatusPage(ctx: Context, target: PageTarget): Promise<StatusPage> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeStatusPage(await getStatusPageRow(ctx.db, grant));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getRole(ctx: Context, target: PageTarget): Promise<Role> {
  return (await authorize(ctx, "page.read", target)).role ?? "viewer";
}

/** Where visitors find a page. @throws {AppError} `not_found`, `forbidden` */
export async function getPageUrl(ctx: Context, target: PageTarget): Promise<string> {
  return pageUrl(await authorize(ctx, "page.read", target));
}

/**
 * A page on which someone has a role; `may_manage` says whether that is enough for the admin UI.
 */
export type OwnPage = OwnPageRow & { may_manage: boolean };

const MAX_SHOWN = 500;

/**
 * The pages on which a user has a role, by organization and name.
 * @throws {AppError} `not_found` unless it is the caller
 */
export async function listOwnPages(ctx: Context, target: UserTarget): Promise<OwnPage[]> {
  const grant = await authorizeUser(ctx, target);
  const rows = await listPagesOfUser(ctx.db, grant, MAX_SHOWN);
  return rows.map((row) => ({ ...row, may_manage: mayRole(row.role, "page.read") }));
}
