import { addressAllowed } from "#lib/auth/addresses.ts";
import { hashToken } from "#lib/auth/api-keys.ts";
import { mayRole, type Permission, type Role } from "#lib/auth/permissions.ts";
import {
  findInvitation,
  findPageAccess,
  findPageById,
  listOrganizationIds,
  listRoles,
  organizationExists,
  type PageAccess,
  type PageRow,
} from "#lib/auth/queries.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";

declare const made: unique symbol;

/** Proof that the caller may touch a page. Only this file makes one; every query on a page's data demands it. */
export type PageGrant = {
  readonly [made]: "page";
  readonly status_page_id: number;
  readonly organization_id: number;
  readonly subdomain: string;
  readonly time_zone: string;
  /** null: a visitor without any role here, or the program itself */
  readonly role: Role | null;
  /** Whether private services, and what concerns only them, are to be seen. */
  readonly sees_private: boolean;
  /** The services of the caller's access groups: with what is below them all that the caller sees; null: the groups do not matter. */
  readonly sees_only: readonly number[] | null;
  /** Whether only members or certain addresses may see the page: nothing of it may be cached for everybody. */
  readonly restricted: boolean;
};

/** Proof that the caller may touch an organization. */
export type OrganizationGrant = {
  readonly [made]: "organization";
  readonly organization_id: number;
  readonly role: Role | null;
  /** Pages on which a role of their own overrides the organization's. */
  readonly page_roles: ReadonlyMap<number, Role>;
};

/** Proof that the caller may touch a user's account: that user, or the program itself. */
export type UserGrant = {
  readonly [made]: "user";
  readonly user_id: number;
  /** Where the user has a role. */
  readonly organization_ids: readonly number[];
};

/** Proof that the caller holds the link of an invitation that is open. */
export type InvitationGrant = {
  readonly [made]: "invitation";
  readonly organization_id: number;
  readonly membership_id: number;
  readonly email: string;
  readonly role: Role;
  readonly organization: string;
};

/** Proof that the program itself acts: its command line, its worker. */
export type ProgramGrant = { readonly [made]: "program" };

export type PageTarget = { subdomain: string; organization_id?: number };
export type OrganizationTarget = { organization_id: number };
export type UserTarget = { user_id: number };

type PagePermission = Exclude<Permission, `organization.${string}`> | "page.visit";

function roleOn(page: PageAccess, ctx: Context): Role | null {
  const { actor } = ctx;
  if (actor.kind === "organization_key") return actor.organization_id === page.organization_id ? actor.role : null;
  return actor.kind === "user" ? page.user_role : null;
}

function mayVisit(page: PageAccess, role: Role | null, ctx: Context): boolean {
  if (role && mayRole(role, "page.read")) return true;
  if (page.restricted_ips && !addressAllowed(ctx.address, page.restricted_ips)) return false;
  return !page.member_restricted || (role !== null && mayRole(role, "page.visit_restricted"));
}

type Sight = Pick<PageGrant, "role" | "sees_private" | "sees_only">;

function grantOf({ id, organization_id, subdomain, time_zone, member_restricted, restricted_ips }: PageRow, sight: Sight): PageGrant {
  const restricted = member_restricted || restricted_ips !== null;
  return { status_page_id: id, organization_id, subdomain, time_zone, restricted, ...sight } as PageGrant;
}

/**
 * The only door to a page's data.
 * @throws {AppError} `not_found` unless the caller has a role on the page; `forbidden` when that role is not enough, or, for
 *   `page.visit`, when the page is restricted and the caller is neither a member nor at an allowed address
 */
export async function authorize(ctx: Context, permission: PagePermission, target: PageTarget): Promise<PageGrant> {
  const userId = ctx.actor.kind === "user" ? ctx.actor.user_id : null;
  const page = await findPageAccess(ctx.db, target.subdomain, userId);
  if (!page || (target.organization_id !== undefined && target.organization_id !== page.organization_id)) throw notFound();
  const role = roleOn(page, ctx);
  const system = ctx.actor.kind === "system";
  if (permission === "page.visit") {
    if (!system && !mayVisit(page, role, ctx)) throw new AppError("forbidden", "This status page is restricted");
  } else if (!system) {
    if (!role) throw notFound();
    if (!mayRole(role, permission)) throw new AppError("forbidden", "Your role does not allow this");
  }
  const sees_private = system || (role !== null && mayRole(role, "page.read"));
  const sees_only = page.member_restricted && !sees_private ? page.group_service_ids : null;
  return grantOf(page, { role, sees_private, sees_only });
}

/**
 * The door of a job to the page it works on, all of it.
 * @returns undefined when the page is gone
 * @throws {AppError} `forbidden` unless it is the program itself that asks
 */
export async function authorizeJob(ctx: Context, statusPageId: number): Promise<PageGrant | undefined> {
  authorizeProgram(ctx);
  const page = await findPageById(ctx.db, statusPageId);
  return page && grantOf(page, { role: null, sees_private: true, sees_only: null });
}

async function rolesIn(ctx: Context, organizationId: number): Promise<{ role: Role | null; pages: Map<number, Role> } | null> {
  const { actor } = ctx;
  if (actor.kind === "system") return (await organizationExists(ctx.db, organizationId)) ? { role: null, pages: new Map() } : null;
  if (actor.kind === "organization_key") {
    return actor.organization_id === organizationId ? { role: actor.role, pages: new Map() } : null;
  }
  if (actor.kind !== "user") return null;
  const roles = await listRoles(ctx.db, organizationId, actor.user_id);
  if (roles.length === 0) return null;
  const role = roles.find((membership) => membership.status_page_id === null)?.role ?? null;
  return { role, pages: new Map(roles.flatMap((m) => (m.status_page_id === null ? [] : [[m.status_page_id, m.role] as const]))) };
}

/**
 * The only door to an organization's data. For `page.read` a role on one of its pages is enough: the grant then tells which pages.
 * @throws {AppError} `not_found` unless the caller has a role there, `forbidden` when it is not enough
 */
export async function authorizeOrganization(ctx: Context, permission: Permission, target: OrganizationTarget): Promise<OrganizationGrant> {
  const roles = await rolesIn(ctx, target.organization_id);
  if (!roles) throw notFound();
  const { role, pages } = roles;
  const enough =
    ctx.actor.kind === "system" ||
    (role !== null && mayRole(role, permission)) ||
    (permission === "page.read" && [...pages.values()].some((pageRole) => mayRole(pageRole, "page.read")));
  if (!enough) throw new AppError("forbidden", "Your role does not allow this");
  return { organization_id: target.organization_id, role, page_roles: pages } as unknown as OrganizationGrant;
}

/**
 * The door to an operation of the API, before its body is read: whoever may not do it hears that, whatever is in the body.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function authorizeOperation(
  ctx: Context,
  permission: Permission,
  target: Partial<OrganizationTarget & PageTarget>,
): Promise<void> {
  const { subdomain, organization_id } = target;
  if (subdomain !== undefined) await authorize(ctx, permission as PagePermission, { subdomain, organization_id });
  else if (organization_id !== undefined) await authorizeOrganization(ctx, permission, { organization_id });
}

/**
 * The only door to a user's account.
 * @throws {AppError} `not_found` unless it is the caller's own
 */
export async function authorizeUser(ctx: Context, { user_id }: UserTarget): Promise<UserGrant> {
  const own = ctx.actor.kind === "user" && ctx.actor.user_id === user_id;
  if (!own && ctx.actor.kind !== "system") throw notFound();
  return { user_id, organization_ids: await listOrganizationIds(ctx.db, user_id) } as unknown as UserGrant;
}

/**
 * The only door to an invitation.
 * @throws {AppError} `not_found` unless the token is that of an invitation that was neither accepted, withdrawn nor left to expire
 */
export async function authorizeInvitation(ctx: Context, token: string): Promise<InvitationGrant> {
  const invitation = await findInvitation(ctx.db, hashToken(token), wireNow());
  if (!invitation) throw notFound();
  return invitation as unknown as InvitationGrant;
}

/**
 * The door to what nobody but the operator of the server may do.
 * @throws {AppError} `forbidden`
 */
export function authorizeProgram(ctx: Context): ProgramGrant {
  if (ctx.actor.kind !== "system") throw new AppError("forbidden", "Only the operator of this server may do that");
  return {} as ProgramGrant;
}
