import { mayRole, type Permission, type Role } from "#lib/core/access/permissions.ts";
import {
  findPageAccess,
  findPageById,
  listOrganizationIds,
  type PageAccess,
  type PageRow,
} from "#lib/core/access/queries.ts";
import { isRestricted, Restricted } from "#lib/core/access/restriction.ts";
import { barrierTo, roleOn, rolesIn, userOf } from "#lib/core/access/roles.ts";
import {
  findInvitation,
  findSubscriptionLink,
  type Invitation,
  type LinkPurpose,
} from "#lib/core/access/tokens.queries.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import type { Context } from "#lib/core/request/context.ts";
import { recordTenant } from "#lib/core/request/request-scope.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, invalid, notFound } from "#lib/platform/errors/errors.ts";

/**
 * Code outside this file cannot name the class, and copies lack its private field: neither a
 * literal nor `{ ...grant }` is a grant.
 */
class Made<Kind extends string> {
  readonly #kind: Kind;
  constructor(kind: Kind) {
    this.#kind = kind;
  }
  static check(grant: object): void {
    if (!(#kind in grant)) throw new TypeError("This grant was not made by the door");
  }
}

type Grant<Kind extends string, Facts> = Made<Kind> & Readonly<Facts>;

function make<Kind extends string, Facts extends object>(
  kind: Kind,
  facts: Facts,
): Grant<Kind, Facts> {
  const grant = Object.assign(new Made(kind), facts);
  Object.freeze(grant);
  return grant;
}

type PageFacts = {
  /** What was asked at the door; null: a job works on the page. */
  permission: PagePermission | null;
  status_page_id: number;
  organization_id: number;
  subdomain: string;
  /** The name of the primary address, which links use. */
  address: string;
  /** Until when the name leads here by which the page was asked for; null: it is no former one. */
  former_until: string | null;
  time_zone: string;
  /** null: a visitor without any role here, or the program itself */
  role: Role | null;
  /** Whether private services, and what concerns only them, are to be seen. */
  sees_private: boolean;
  /**
   * The services of the caller's access groups: with what is below them all that the caller sees;
   * null: the groups do not matter.
   */
  sees_only: readonly number[] | null;
  /**
   * Whether only members or certain addresses may see the page: nothing of it may be cached for
   * everybody.
   */
  restricted: boolean;
  /** Whether search engines are to leave the page alone. */
  noindex: boolean;
};

/**
 * Proof that the caller may touch a page. Only this file makes one; every query on a page's data
 * demands it.
 */
export type PageGrant = Grant<"page", PageFacts>;

/** Proof of what the caller may do on the page. */
type PageGrantFor<P extends PagePermission> = PageGrant & { readonly permission: P };

type OrganizationFacts = {
  organization_id: number;
  role: Role | null;
  /** Pages on which a role of their own overrides the organization's. */
  page_roles: ReadonlyMap<number, Role>;
};

/** Proof that the caller may touch an organization. */
export type OrganizationGrant = Grant<"organization", OrganizationFacts>;

type UserFacts = {
  user_id: number;
  /** Where the user has a role. */
  organization_ids: readonly number[];
};

/**
 * Proof that the caller may touch a user's account: that user, or the program itself; where sign-in
 * is reset, an owner.
 */
export type UserGrant = Grant<"user", UserFacts>;

/** Proof that the caller holds the link of an invitation that is open. */
export type InvitationGrant = Grant<"invitation", Invitation>;

/** Proof that somebody asks for what anybody may: to sign in, to be sent a new password. */
export type AnybodyGrant = Grant<"anybody", object>;

/** Proof that the program itself acts: its command line, its worker. */
export type ProgramGrant = Grant<"program", object>;

/** @throws {TypeError} for what was only cast to a grant */
export function checkGrant(grant: Made<string>): void {
  Made.check(grant);
}

export type PageTarget = { subdomain: string; organization_id?: number };
export type OrganizationTarget = { organization_id: number };
export type UserTarget = { user_id: number };

/** Not by a role: to see a page as its visitors do; to see whose it is before signing in to it. */
type Visiting = "page.visit" | "page.sign_in";
type PagePermission = Exclude<Permission, `organization.${string}`> | Visiting | "subscription.own";

type Asked = Pick<PageFacts, "permission" | "role" | "sees_private" | "sees_only">;
type Found = PageRow & { former_until?: string | null };

function grantOf<A extends Asked>(page: Found, asked: A): PageGrant & Readonly<A> {
  const { id: status_page_id, organization_id, subdomain, address, time_zone, noindex } = page;
  const restricted = isRestricted(page);
  return make("page", {
    status_page_id,
    organization_id,
    subdomain,
    address,
    former_until: page.former_until ?? null,
    time_zone,
    restricted,
    noindex,
    ...asked,
  });
}

/** The grant with the zone in force: it may have changed between authorization and lock. */
export function inZone({ ...page }: PageGrant, time_zone: string): PageGrant {
  return make("page", { ...page, time_zone });
}

type Visit = { page: PageAccess; role: Role | null; ctx: Context };

/** @throws {Restricted} @throws {AppError} `not_found` where nobody needs to sign in */
function checkVisit(permission: Visiting, { page, role, ctx }: Visit): void {
  const barrier = barrierTo(page, role, ctx);
  if (permission === "page.sign_in") {
    if (!page.member_restricted || barrier === "draft") throw notFound();
    if (barrier === "address") throw new Restricted(barrier);
  } else if (barrier !== null) throw new Restricted(barrier);
}

function checkRole(permission: Permission | "subscription.own", { role, ctx }: Visit): void {
  if (role === null || ctx.actor.kind === "reader" || permission === "subscription.own")
    throw notFound();
  if (!mayRole(role, permission)) throw new AppError("forbidden", "Your role does not allow this");
}

/**
 * The only door to a page's data.
 * @throws {AppError} `not_found` unless the caller has a role on the page; `forbidden` when that
 *   role is not enough
 * @throws {Restricted} for `page.visit`, when the page is restricted and the caller is neither a
 *   member nor at an allowed address
 */
export async function authorize<P extends PagePermission>(
  ctx: Context,
  permission: P,
  target: PageTarget,
): Promise<PageGrantFor<P>> {
  const userId = userOf(ctx.actor);
  const page = await findPageAccess(ctx.db, target.subdomain, userId, wireNow());
  if (
    !page ||
    (target.organization_id !== undefined && target.organization_id !== page.organization_id)
  )
    throw notFound();
  const role = roleOn(page, ctx);
  const hasKey = "api_key_id" in ctx.actor && ctx.actor.api_key_id !== null;
  const isTeam = role !== null && mayRole(role, "page.read");
  if (isTeam || !hasKey) recordTenant(`${page.organization_id}`);
  const system = ctx.actor.kind === "system";
  const visit = { page, role, ctx };
  if (permission === "page.visit" || permission === "page.sign_in") {
    if (!system) checkVisit(permission, visit);
  } else if (!system) checkRole(permission, visit);
  // Someone who is only signing in may see nothing yet.
  if (permission === "page.sign_in")
    return grantOf(page, { permission, role: null, sees_private: false, sees_only: [] });
  const sees_private = system || (role !== null && mayRole(role, "page.read"));
  const sees_only = page.member_restricted && !sees_private ? page.group_service_ids : null;
  return grantOf(page, { permission, role, sees_private, sees_only });
}

/**
 * The door of a job to the page it works on, all of it.
 * @returns undefined when the page is gone
 * @throws {AppError} `forbidden` unless it is the program itself that asks
 */
export async function authorizeJob(
  ctx: Context,
  statusPageId: number,
): Promise<PageGrant | undefined> {
  authorizeProgram(ctx);
  const page = await findPageById(ctx.db, statusPageId);
  const all = { permission: null, role: null, sees_private: true, sees_only: null };
  return page && grantOf(page, all);
}

/**
 * The only door to an organization's data. For `page.read` a role on one of its pages is enough:
 * the grant then tells which pages.
 * @throws {AppError} `not_found` unless the caller has a role there, `forbidden` when it is not
 *   enough
 */
export async function authorizeOrganization(
  ctx: Context,
  permission: Permission,
  target: OrganizationTarget,
): Promise<OrganizationGrant> {
  const roles = await rolesIn(ctx, target.organization_id);
  if (!roles) throw notFound();
  const { role, pages } = roles;
  const enough =
    ctx.actor.kind === "system" ||
    (role !== null && mayRole(role, permission)) ||
    (permission === "page.read" &&
      [...pages.values()].some((pageRole) => mayRole(pageRole, "page.read")));
  if (!enough) throw new AppError("forbidden", "Your role does not allow this");
  recordTenant(`${target.organization_id}`);
  return make("organization", {
    organization_id: target.organization_id,
    role,
    page_roles: pages,
  });
}

/**
 * The door to an operation of the API, before its body is read: callers without permission are
 * refused whatever the body contains.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function authorizeOperation(
  ctx: Context,
  permission: Permission,
  target: Partial<OrganizationTarget & PageTarget>,
): Promise<void> {
  const { subdomain, organization_id } = target;
  if (subdomain !== undefined)
    await authorize(ctx, permission as PagePermission, { subdomain, organization_id });
  else if (organization_id !== undefined)
    await authorizeOrganization(ctx, permission, { organization_id });
}

/**
 * The only door to a user's account.
 * @throws {AppError} `not_found` unless it is the caller's own
 */
export async function authorizeUser(ctx: Context, { user_id }: UserTarget): Promise<UserGrant> {
  const { actor } = ctx;
  const own = (actor.kind === "user" || actor.kind === "account") && actor.user_id === user_id;
  if (!own && actor.kind !== "system") throw notFound();
  return make("user", {
    user_id,
    organization_ids: await listOrganizationIds(ctx.db, user_id),
  });
}

/**
 * The door to the reset of another user's sign-in: for who owns every organization that the user
 * belongs to, since it makes the way to each of them easier.
 * @throws {AppError} `not_found`, also for one's own account; `invalid` where an organization is
 *   not the caller's
 */
export async function authorizeReset(ctx: Context, { user_id }: UserTarget): Promise<UserGrant> {
  const organization_ids = await listOrganizationIds(ctx.db, user_id);
  const isSystem = ctx.actor.kind === "system";
  if (!isSystem && (organization_ids.length === 0 || userOf(ctx.actor) === user_id))
    throw notFound();
  for (const id of isSystem ? [] : organization_ids) {
    const role = (await rolesIn(ctx, id))?.role ?? null;
    if (role === null || !mayRole(role, "organization.write"))
      throw invalid({ base: [{ code: "belongs_elsewhere" }] });
  }
  return make("user", { user_id, organization_ids });
}

/**
 * The only door to an invitation.
 * @throws {AppError} `not_found` unless the token is that of an invitation that was neither
 *   accepted, withdrawn nor left to expire
 */
export async function authorizeInvitation(ctx: Context, token: string): Promise<InvitationGrant> {
  const invitation = await findInvitation(ctx.db, hashToken(token), wireNow());
  if (!invitation) throw notFound();
  return make("invitation", invitation);
}

/** Proof that the caller holds a link to a subscription of the page. */
type SubscriberGrant = PageGrant & { readonly subscription_id: number };

/**
 * The only door to a subscription for its subscriber, whether or not they may see the page.
 * @throws {AppError} `not_found` unless the token is of a link for that purpose, on that page, that
 *   has not ended
 */
export async function authorizeSubscriber(
  ctx: Context,
  { subdomain, token, purpose }: PageTarget & { token: string; purpose: LinkPurpose },
): Promise<SubscriberGrant> {
  const asked = { subdomain, hash: hashToken(token), purpose, now: wireNow() };
  const found = await findSubscriptionLink(ctx.db, asked);
  if (!found) throw notFound();
  const { subscription_id } = found;
  const sees = { role: null, sees_private: false, sees_only: null };
  return grantOf(found, { permission: "subscription.own", ...sees, subscription_id });
}

/** The door to what is asked before anybody knows who asks. */
export function authorizeAnybody(): AnybodyGrant {
  return make("anybody", {});
}

/**
 * The door to what only the operator of the server may do.
 * @throws {AppError} `forbidden`
 */
export function authorizeProgram(ctx: Context): ProgramGrant {
  if (ctx.actor.kind !== "system")
    throw new AppError("forbidden", "Only the operator of this server may do that");
  return make("program", {});
}
