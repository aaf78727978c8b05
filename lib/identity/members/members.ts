import type { Trx } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import {
  authorizeOrganization,
  type OrganizationGrant,
  type OrganizationTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { revokeKeysMadeBy } from "#lib/identity/api-keys/queries.ts";
import { changeRole } from "#lib/identity/members/change-role.ts";
import { mailInvitation, newInvitationLink } from "#lib/identity/members/invitations.ts";
import {
  deleteMemberships,
  getMemberRow,
  insertInvitation,
  isLastOwner,
  isMember,
  listMemberRows,
  listPeopleRows,
  type MemberFilter,
  type MemberRow,
} from "#lib/identity/members/queries.ts";
import type { AddedMember, AddMember, Member, UpdateMember } from "#lib/identity/members/schema.ts";
import { providerOfIssuer } from "#lib/identity/oidc/provider.ts";
import { lockOrganization } from "#lib/identity/organizations/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** The provider whose groups decide the role; null when it can be changed here. */
function decidingProvider({ oidc_issuer }: { oidc_issuer: string | null }): string | null {
  const provider = providerOfIssuer(oidc_issuer);
  return provider && provider.roles.length > 0 ? provider.name : null;
}

/**
 * Keys that the person made end where they may do more than the new role.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when no owner would be left, or a sign-in
 *   provider decides the role
 */
export async function updateMember(
  ctx: Context,
  target: MemberTarget,
  { role }: UpdateMember,
): Promise<Member> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    await lockOrganization(trx, grant);
    const member = await getMemberRow(trx, grant, target.member_id);
    if (role === undefined || role === member.role) return unchanged(serializeMember(member));
    const name = decidingProvider(member);
    if (name !== null) throw invalid({ role: [{ code: "by_provider", values: { name } }] });
    await checkOwnerRemains(trx, grant, member.user_id);
    const changes = await changeRole(trx, grant, member, { role, oidc_issuer: null });
    return {
      result: serializeMember(await getMemberRow(trx, grant, member.id)),
      audit: {
        action: "member.update",
        subject_id: member.id,
        changes,
        before: { role: member.role },
      },
      events: [],
    };
  });
}

export type MemberTarget = OrganizationTarget & { member_id: number };

export async function listMembers(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
  filter: MemberFilter,
): Promise<Listed<Member>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return listMemberRows(ctx.db, grant, slice, filter, (rows) => rows.map(serializeMember));
}

/** `provider`: whose groups decide their role in the whole organization. */
export type Person = { name: string; has_second_factor: boolean; provider: string | null };

/** By user id, with members of single pages. @throws {AppError} `not_found`, `forbidden` */
export async function readPeople(
  ctx: Context,
  target: OrganizationTarget,
  user_ids: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  const rows = await listPeopleRows(ctx.db, grant, user_ids);
  return new Map(
    rows.map(({ id, name, has_second_factor, ...row }) => [
      id,
      { name, has_second_factor, provider: decidingProvider(row) },
    ]),
  );
}

/**
 * Invites someone. Neither checks nor reveals whether the address has an account.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the address is a member or invited
 */
export async function addMember(
  ctx: Context,
  target: OrganizationTarget,
  input: AddMember,
): Promise<AddedMember> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const taken = invalid({ email: [{ code: "taken" }] });
    if (await isMember(trx, grant, input.email)) throw taken;
    const { url: invitation_url, ...link } = newInvitationLink();
    const added = await insertInvitation(trx, grant, { ...input, ...link });
    if (!added) throw taken;
    await mailInvitation(trx, ctx, grant, { ...link, url: invitation_url, email: input.email });
    const { id } = added;
    return {
      result: { ...serializeMember(await getMemberRow(trx, grant, id)), invitation_url },
      audit: { action: "member.create", subject_id: id, changes: input },
      events: [],
    };
  });
}

/**
 * Removes a member's roles, also on pages, and the keys they made; or withdraws an invitation.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when no owner would be left
 */
export async function deleteMember(ctx: Context, target: MemberTarget): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockOrganization(trx, grant);
    const member = await getMemberRow(trx, grant, target.member_id);
    await checkOwnerRemains(trx, grant, member.user_id);
    await deleteMemberships(trx, grant, member);
    const { user_id } = member;
    if (user_id !== null) await revokeKeysMadeBy(trx, grant, { user_id, role: null });
    return {
      result: undefined,
      audit: {
        action: "member.delete",
        subject_id: member.id,
        changes: { email: member.email, role: member.role },
      },
      events: [],
    };
  });
}

/** The caller holds the organization's lock. @throws `invalid` on `base` for the last owner */
export async function checkOwnerRemains(
  trx: Trx,
  grant: OrganizationGrant,
  user_id: number | null,
): Promise<void> {
  if (await isLastOwner(trx, grant, user_id)) throw invalid({ base: [{ code: "last_owner" }] });
}

export function serializeMember(row: Omit<MemberRow, "oidc_issuer">): Member {
  const { id, user_id, email, role, last_sign_in_at, current_sign_in_at, inserted_at, updated_at } =
    row;
  const user = user_id === null ? null : { id: user_id, last_sign_in_at, current_sign_in_at };
  return { id, email, role, user, inserted_at, updated_at };
}
