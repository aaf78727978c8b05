import { addressAllowed } from "#lib/auth/addresses.ts";
import { listRoles, organizationExists, type PageAccess } from "#lib/auth/queries.ts";
import type { Context } from "#lib/context.ts";
import { mayRole, type Role } from "#lib/permissions.ts";

/** The role of the caller on a page. */
export function roleOn(page: PageAccess, ctx: Context): Role | null {
  const { actor } = ctx;
  if (actor.kind === "organization_key")
    return actor.organization_id === page.organization_id ? actor.role : null;
  return actor.kind === "user" ? page.user_role : null;
}

/** Whether the caller may see a page as its visitors do. */
export function mayVisit(page: PageAccess, role: Role | null, ctx: Context): boolean {
  if (role && mayRole(role, "page.read")) return true;
  const { restricted_ips: addresses, member_restricted } = page;
  if (addresses !== null && !addressAllowed(ctx.address, addresses)) return false;
  return !member_restricted || (role !== null && mayRole(role, "page.visit_restricted"));
}

/**
 * The roles of the caller in an organization: in the whole and on single pages; null: none at all.
 */
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
    return actor.organization_id === organizationId ? { role: actor.role, pages: new Map() } : null;
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
