import { addressAllowed } from "#lib/core/access/ip-addresses.ts";
import { mayRole, type Permission, type Role } from "#lib/core/access/permissions.ts";
import { listRoles, organizationExists, type PageAccess } from "#lib/core/access/queries.ts";
import { type Barrier, Restricted } from "#lib/core/access/restriction.ts";
import type { Actor, Context } from "#lib/core/request/context.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";

export function userOf(actor: Actor): number | null {
  return actor.kind === "user" || actor.kind === "reader" ? actor.user_id : null;
}

/** Whether a role allows it, and a key with permissions of its own has this one. */
export function may({ actor }: Context, role: Role, permission: Permission): boolean {
  const limits = actor.kind === "organization_key" ? actor.permissions : null;
  return mayRole(role, permission) && (limits?.includes(permission) ?? true);
}

/** A reader has a role on their own page only. */
export function roleOn(page: PageAccess, ctx: Context): Role | null {
  const { actor } = ctx;
  if (actor.kind === "organization_key") {
    const isElsewhere = (actor.status_page_id ?? page.id) !== page.id;
    return actor.organization_id === page.organization_id && !isElsewhere ? actor.role : null;
  }
  if (actor.kind === "reader" && actor.status_page_id !== page.id) return null;
  return userOf(actor) === null ? null : page.user_role;
}

/** @returns what keeps the caller from seeing the page as a visitor; null: nothing */
function barrierTo(page: PageAccess, role: Role | null, ctx: Context): Barrier | null {
  if (role && may(ctx, role, "page.read")) return null;
  const { restricted_ips: addresses, member_restricted } = page;
  const isMember = role !== null && may(ctx, role, "page.visit_restricted");
  if (page.draft && !isMember) return "draft";
  if (addresses !== null && !addressAllowed(ctx.address, addresses)) return "address";
  return member_restricted && !isMember ? "membership" : null;
}

/** Granted without a role: to see a page as a visitor, or its name before signing in. */
export type Visiting = "page.visit" | "page.sign_in";
type Visit = { page: PageAccess; role: Role | null; ctx: Context };

/**
 * @returns the services of the link that alone opens the page; null: the caller may see it
 * @throws {Restricted} @throws {AppError} `not_found` where nobody needs to sign in
 */
export function checkVisit(
  permission: Visiting,
  { page, role, ctx }: Visit,
): readonly number[] | null {
  const barrier = barrierTo(page, role, ctx);
  if (permission === "page.sign_in") {
    if (!page.member_restricted || barrier === "draft") throw notFound();
    if (barrier === "address") throw new Restricted(barrier);
    return null;
  }
  if (barrier === null) return null;
  if (page.draft || ctx.link?.status_page_id !== page.id) throw new Restricted(barrier);
  return ctx.link.service_ids;
}

export function checkRole(permission: Permission | "subscription.own", { role, ctx }: Visit): void {
  if (role === null || ctx.actor.kind === "reader" || permission === "subscription.own")
    throw notFound();
  if (!may(ctx, role, permission)) throw new AppError("forbidden", "Your role does not allow this");
}

/** @returns null when the caller has no role in the organization or its pages */
export async function rolesIn(
  ctx: Context,
  organizationId: number,
): Promise<{ role: Role | null; pages: Map<number, Role> } | null> {
  const { actor } = ctx;
  if (actor.kind === "system")
    return (await organizationExists(ctx.db, organizationId))
      ? { role: null, pages: new Map() }
      : null;
  if (actor.kind === "organization_key") {
    if (actor.organization_id !== organizationId) return null;
    const { role, status_page_id } = actor;
    return status_page_id
      ? { role: null, pages: new Map([[status_page_id, role]]) }
      : { role, pages: new Map() };
  }
  if (actor.kind !== "user") return null;
  const roles = await listRoles(ctx.db, organizationId, actor.user_id);
  if (roles.length === 0) return null;
  const role = roles.find((membership) => membership.status_page_id === null)?.role ?? null;
  return {
    role,
    pages: new Map(
      roles.flatMap((m) =>
        m.status_page_id === null ? [] : [[m.status_page_id, m.role] as const],
      ),
    ),
  };
}
