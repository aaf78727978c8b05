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
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { IMAGES, imageUrl } from "#lib/pages/images/schema.ts";
import {
  getStatusPageRow,
  listPagesOfUser,
  listStatusPageRows,
  type OwnPageRow,
  type StatusPageRow,
} from "#lib/pages/queries.ts";
import { parseSettings, type Settings, StatusPage, UpdateStatusPage } from "#lib/pages/schema.ts";

/** The primary address; must agree with the SQL function `keep_addresses`. */
function addressOf(subdomain: string, { status, domain, previous_domain }: DomainConfig): string {
  return (status === "active" ? domain : previous_domain) ?? subdomain;
}

const KEYS = Object.keys(StatusPage.shape) as (keyof StatusPage)[];

/** Keys follow the order of the schema. */
export function serializeStatusPage(row: StatusPageRow): StatusPage {
  const { settings, ...columns } = row;
  const parsed = parseSettings(settings);
  const address = addressOf(row.subdomain, parsed.domain_config);
  const urls = IMAGES.map((name) => [name, imageUrl({ address }, parsed[name])]);
  const all = { ...parsed, ...Object.fromEntries(urls), ...columns };
  return Object.fromEntries(KEYS.map((key) => [key, all[key]])) as StatusPage;
}

export type OrganizationPageTarget = PageTarget & OrganizationTarget;

/** The pages that the caller may manage, oldest first. */
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

/** @throws {AppError} `not_found`, `forbidden` */
export async function getPageUrl(ctx: Context, target: PageTarget): Promise<string> {
  return pageUrl(await authorize(ctx, "page.read", target));
}

/** `may_manage`: whether the role allows the admin UI. */
export type OwnPage = OwnPageRow & { may_manage: boolean };

const MAX_SHOWN = 500;

/** By organization and name. @throws {AppError} `not_found` unless it is the caller */
export async function listOwnPages(ctx: Context, target: UserTarget): Promise<OwnPage[]> {
  const grant = await authorizeUser(ctx, target);
  const rows = await listPagesOfUser(ctx.db, grant, MAX_SHOWN);
  return rows.map((row) => ({ ...row, may_manage: mayRole(row.role, "page.read") }));
}

const FIELDS = new Map(Object.entries(UpdateStatusPage.shape));

/** Invalid or half-typed values keep the stored ones. */
export function withChanges(settings: Settings, chosen: object): Settings {
  const valid = Object.entries(chosen).flatMap(([name, value]) => {
    const parsed = name in settings ? FIELDS.get(name)?.safeParse(value) : undefined;
    return parsed?.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return { ...settings, ...Object.fromEntries(valid) };
}

/** The settings with unsaved changes. @throws {AppError} `not_found`, `forbidden` */
export async function previewSettings(
  ctx: Context,
  target: PageTarget,
  chosen: object,
): Promise<Settings> {
  const grant = await authorize(ctx, "status_page.write", target);
  const { settings } = await getStatusPageRow(ctx.db, grant);
  return withChanges(parseSettings(settings), chosen);
}
