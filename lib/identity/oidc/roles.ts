import type { Trx } from "#db/index.ts";
import { authorizeOrganization, type OrganizationGrant } from "#lib/core/access/authorize.ts";
import { ROLES, type Role } from "#lib/core/access/permissions.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { isMoveError } from "#lib/core/moves/move.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { revokeKeysMadeBy } from "#lib/identity/api-keys/queries.ts";
import { changeRole } from "#lib/identity/members/change-role.ts";
import {
  deleteInvitation,
  deleteMembership,
  findOwnRole,
  insertMembership,
  isLastOwner,
  listOwnRoles,
  type OwnRole,
} from "#lib/identity/members/queries.ts";
import { lockOrganization } from "#lib/identity/organizations/queries.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { isSameIssuer, type OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

/** The highest role per organization. */
export function rolesOf(
  { roles }: Pick<OidcProvider, "roles">,
  groups: readonly string[] | null,
): ReadonlyMap<number, Role> {
  const found = new Map<number, Role>();
  for (const { group, organization_id, role } of groups === null ? [] : roles) {
    if (group !== "*" && !groups?.includes(group)) continue;
    const other = found.get(organization_id);
    if (!other || ROLES.indexOf(role) < ROLES.indexOf(other)) found.set(organization_id, role);
  }
  return found;
}

type ProviderUser = { provider: OidcProvider; user: UserRow };

function isOf({ issuer }: OidcProvider, { oidc_issuer }: OwnRole): boolean {
  return oidc_issuer !== null && isSameIssuer(oidc_issuer, issuer);
}

type RoleChange = { grant: OrganizationGrant; member: OwnRole | undefined; role: Role | undefined };

/** @returns undefined where the last owner stays, or somebody else added the member meanwhile */
async function writeRole(
  trx: Trx,
  { grant, member, role }: RoleChange,
  { provider, user }: ProviderUser,
): Promise<AuditEntry | undefined> {
  const changes = { email: user.email, role: role ?? member?.role, provider: provider.name };
  if (await isLastOwner(trx, grant, user.id)) {
    const { organization_id } = grant;
    log().warn({ organization_id, user_id: user.id }, "the last owner stays, whatever the groups");
    return undefined;
  }
  if (member && role) {
    const own = { id: member.id, user_id: user.id };
    const changed = await changeRole(trx, grant, own, { role, oidc_issuer: provider.issuer });
    const done = { ...changes, ...changed };
    return { action: "member.update", subject_id: member.id, changes: done, before: member };
  }
  if (member) {
    await deleteMembership(trx, grant, member.id);
    await revokeKeysMadeBy(trx, grant, { user_id: user.id, role: null });
    return { action: "member.delete", subject_id: member.id, changes };
  }
  if (!role) return undefined;
  await deleteInvitation(trx, grant, user.email);
  const added = await insertMembership(trx, grant, user.id, role, provider.issuer);
  return added && { action: "member.create", subject_id: added.id, changes };
}

async function applyRole(
  ctx: Context,
  known: ProviderUser,
  organization_id: number,
  role: Role | undefined,
): Promise<void> {
  const { provider, user } = known;
  const grant = await authorizeOrganization(ctx, "organization.write", { organization_id });
  await changeOrganization(ctx, grant, async (trx) => {
    await lockOrganization(trx, grant);
    const member = await findOwnRole(trx, grant, user.id);
    if (member?.role === role || (member && !isOf(provider, member))) return unchanged(undefined);
    const audit = await writeRole(trx, { grant, member, role }, known);
    return audit ? { result: undefined, audit, events: [] } : unchanged(undefined);
  });
}

/**
 * Adds, changes and removes the roles that came from the provider as its groups say; other roles
 * stay. Unknown groups change nothing.
 */
export async function applyRoles(
  ctx: Context,
  known: ProviderUser,
  groups: readonly string[] | null,
): Promise<void> {
  const { provider, user } = known;
  if (groups === null || provider.roles.length === 0) return;
  const system: Context = { ...ctx, actor: { kind: "system" } };
  const wanted = rolesOf(provider, groups);
  const members = await listOwnRoles(ctx.db, user.id);
  const own = members.filter((member) => isOf(provider, member));
  for (const id of new Set([...wanted.keys(), ...own.map((one) => one.organization_id)])) {
    const member = members.find(({ organization_id }) => organization_id === id);
    if (member && (member.role === wanted.get(id) || !own.includes(member))) continue;
    await applyRole(system, known, id, wanted.get(id)).catch((error) => {
      // Roles are settled by a later sign-in, where the organization then is.
      if (isMoveError(error)) return;
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
      log().warn({ organization_id: id }, "a rule of OIDC_ROLES names no organization");
    });
  }
}
