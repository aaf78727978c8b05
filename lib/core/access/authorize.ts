import type { Permission, Role } from "#lib/core/access/permissions.ts";
import {
  findMoveState,
  findPageAccess,
  findPageById,
  listOrganizationIds,
  type PageRow,
} from "#lib/core/access/queries.ts";
import { isRestricted } from "#lib/core/access/restriction.ts";
import {
  checkRole,
  checkVisit,
  may,
  roleOn,
  rolesIn,
  userOf,
  type Visiting,
} from "#lib/core/access/roles.ts";
import {
  findInvitation,
  findSubscriptionLink,
  type Invitation,
  type LinkPurpose,
} from "#lib/core/access/tokens.queries.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { requireChangeable, requireShown } from "#lib/core/moves/move.ts";
import type { Context } from "#lib/core/request/context.ts";
import { recordTenant } from "#lib/core/request/request-scope.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, invalid, notFound } from "#lib/platform/errors/errors.ts";

/** Other files cannot name the class, and copies lack its private field, so they are no grants. */
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
  /** Null: a job works on the page. */
  permission: PagePermission | null;
  status_page_id: number;
  organization_id: number;
  subdomain: string;
  /** The name of the primary address, which links use. */
  address: string;
  /** When the former name ends by which the page was found; null: it is a current one. */
  former_until: string | null;
  time_zone: string;
  /** Null: a visitor without a role, or the program itself. */
  role: Role | null;
  /** A limited key's part of the role; null: all of it. */
  permissions?: readonly Permission[] | null;
  sees_private: boolean;
  /** The services of the caller's access groups, which limit what they see; null: no limit. */
  sees_only: readonly number[] | null;
  /** Nothing of a restricted page may be cached for everybody. */
  restricted: boolean;
  noindex: boolean;
  /** A subscriber's link alone opened the page: only their own services may be named. */
  by_link?: boolean;
};

/** Proof of access to a page. Only this file makes one; every query on a page's data demands it. */
export type PageGrant = Grant<"page", PageFacts>;

type PageGrantFor<P extends PagePermission> = PageGrant & { readonly permission: P };

type OrganizationFacts = {
  organization_id: number;
  role: Role | null;
  /** Roles on single pages, which override the organization's. */
  page_roles: ReadonlyMap<number, Role>;
};

export type OrganizationGrant = Grant<"organization", OrganizationFacts>;

type UserFacts = {
  user_id: number;
  organization_ids: readonly number[];
};

/** Proof of access to an account: for its user, the program, or an owner who resets the sign-in. */
export type UserGrant = Grant<"user", UserFacts>;

export type InvitationGrant = Grant<"invitation", Invitation>;

/** Proof of a request that anybody may make, such as to sign in. */
export type AnybodyGrant = Grant<"anybody", object>;

export type ProgramGrant = Grant<"program", object>;

/** @throws {TypeError} for what was only cast to a grant */
export function checkGrant(grant: Made<string>): void {
  Made.check(grant);
}

export type PageTarget = { subdomain: string; organization_id?: number };
export type OrganizationTarget = { organization_id: number };
export type UserTarget = { user_id: number };

type PagePermission = Exclude<Permission, `organization.${string}`> | Visiting | "subscription.own";

type Asked = Pick<
  PageFacts,
  "permission" | "role" | "permissions" | "sees_private" | "sees_only" | "by_link"
>;
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

/** The zone may have changed between authorization and lock. */
export function inZone({ ...page }: PageGrant, time_zone: string): PageGrant {
  return make("page", { ...page, time_zone });
}

/**
 * The only door to a page's data.
 * @throws {AppError} `not_found` without a role on the page, `forbidden` when it is not enough
 * @throws {Moved} where its organization has moved to another installation
 * @throws {Restricted} for `page.visit` by neither a member nor an allowed address
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
  if (!page.draft || role !== null) requireShown(page.move_state);
  const hasKey = "api_key_id" in ctx.actor && ctx.actor.api_key_id !== null;
  const isTeam = role !== null && may(ctx, role, "page.read");
  if (isTeam || !hasKey) recordTenant(`${page.organization_id}`);
  const system = ctx.actor.kind === "system";
  const visit = { page, role, ctx };
  let own: readonly number[] | null = null;
  if (permission === "page.visit" || permission === "page.sign_in") {
    if (!system) own = checkVisit(permission, visit);
  } else if (!system) checkRole(permission, visit);
  if (own !== null) {
    const sees = { role: null, sees_private: false, sees_only: own };
    return grantOf(page, { permission, ...sees, by_link: true });
  }
  // Someone who is only signing in may see nothing yet.
  if (permission === "page.sign_in")
    return grantOf(page, { permission, role: null, sees_private: false, sees_only: [] });
  const sees_private = system || isTeam;
  const sees_only = page.member_restricted && !sees_private ? page.group_service_ids : null;
  const permissions = "permissions" in ctx.actor ? ctx.actor.permissions : null;
  return grantOf(page, { permission, role, permissions, sees_private, sees_only });
}

/**
 * Only who holds claims may go on while the organization is moved: the move waits for them.
 * @returns undefined when the page is gone
 * @throws {AppError} `forbidden` unless the program itself asks
 * @throws {Moving} @throws {Moved}
 */
export async function authorizeJob(
  ctx: Context,
  statusPageId: number,
): Promise<PageGrant | undefined> {
  authorizeProgram(ctx);
  const page = await findPageById(ctx.db, statusPageId);
  if (page && !ctx.has_claims) requireChangeable(page.move_state);
  const all = { permission: null, role: null, sees_private: true, sees_only: null };
  return page && grantOf(page, all);
}

/**
 * The only door to an organization's data. For `page.read` a role on one of its pages is enough.
 * @throws {AppError} `not_found` without a role there, `forbidden` when it is not enough
 */
export async function authorizeOrganization(
  ctx: Context,
  permission: Permission,
  target: OrganizationTarget,
): Promise<OrganizationGrant> {
  const roles = await rolesIn(ctx, target.organization_id);
  if (!roles) throw notFound();
  requireShown(await findMoveState(ctx.db, target.organization_id));
  const { role, pages } = roles;
  const enough =
    ctx.actor.kind === "system" ||
    (role !== null && may(ctx, role, permission)) ||
    (permission === "page.read" &&
      [...pages.values()].some((pageRole) => may(ctx, pageRole, "page.read")));
  if (!enough) throw new AppError("forbidden", "Your role does not allow this");
  recordTenant(`${target.organization_id}`);
  return make("organization", {
    organization_id: target.organization_id,
    role,
    page_roles: pages,
  });
}

/** For giving up one's own roles, whatever they are. @throws {AppError} `not_found` */
export async function authorizeOwnMembership(
  ctx: Context,
  { organization_id }: OrganizationTarget,
): Promise<{ grant: OrganizationGrant; user_id: number }> {
  const roles = await rolesIn(ctx, organization_id);
  if (!roles || ctx.actor.kind !== "user") throw notFound();
  const { role, pages: page_roles } = roles;
  const grant = make("organization", { organization_id, role, page_roles });
  return { grant, user_id: ctx.actor.user_id };
}

/** Runs before the body is read. @throws {AppError} `not_found`, `forbidden` */
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

/** The only door to a user's account. @throws `not_found` unless it is the caller's own */
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
 * A weaker sign-in opens every organization of the user, so the caller must own all of them.
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
    if (role === null || !may(ctx, role, "organization.write"))
      throw invalid({ base: [{ code: "belongs_elsewhere" }] });
  }
  return make("user", { user_id, organization_ids });
}

/** @throws {AppError} `not_found` when the invitation was accepted, withdrawn or has expired */
export async function authorizeInvitation(ctx: Context, token: string): Promise<InvitationGrant> {
  const invitation = await findInvitation(ctx.db, hashToken(token), wireNow());
  if (!invitation) throw notFound();
  requireShown(await findMoveState(ctx.db, invitation.organization_id));
  return make("invitation", invitation);
}

type SubscriberGrant = PageGrant & { readonly subscription_id: number };

/**
 * The subscriber need not be allowed to see the page.
 * @throws {AppError} `not_found` unless the link serves this purpose on this page and has not ended
 */
export async function authorizeSubscriber(
  ctx: Context,
  { subdomain, token, purpose }: PageTarget & { token: string; purpose: LinkPurpose },
): Promise<SubscriberGrant> {
  const asked = { subdomain, hash: hashToken(token), purpose, now: wireNow() };
  const found = await findSubscriptionLink(ctx.db, asked);
  if (!found) throw notFound();
  requireShown(found.move_state);
  const { subscription_id } = found;
  const sees = { role: null, sees_private: false, sees_only: null };
  return grantOf(found, { permission: "subscription.own", ...sees, subscription_id });
}

export function authorizeAnybody(): AnybodyGrant {
  return make("anybody", {});
}

/** @throws {AppError} `forbidden` */
export function authorizeProgram(ctx: Context): ProgramGrant {
  if (ctx.actor.kind !== "system")
    throw new AppError("forbidden", "Only the operator of this server may do that");
  return make("program", {});
}
