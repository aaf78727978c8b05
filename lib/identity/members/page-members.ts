import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { rolesIn } from "#lib/core/access/roles.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { mailInvitation, newInvitationLink } from "#lib/identity/members/invitations.ts";
import { serializeMember } from "#lib/identity/members/members.ts";
import {
  deletePageMembership,
  getPageMemberRow,
  insertPageInvitation,
  isPageMember,
  listPageMemberRows,
  type PageMemberRow,
  updatePageRole,
} from "#lib/identity/members/page-members.queries.ts";
import type { MemberFilter } from "#lib/identity/members/queries.ts";
import type {
  AddedPageMember,
  AddPageMember,
  PageMember,
  UpdatePageMember,
} from "#lib/identity/members/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";

/**
 * @throws {AppError} `not_found`; `forbidden`, also for an owner of the organization where the
 *   caller owns only the page
 */
export async function updatePageMember(
  ctx: Context,
  target: PageMemberTarget,
  { role }: UpdatePageMember,
): Promise<PageMember> {
  const grant = await authorize(ctx, "page_member.write", target);
  return changePage(ctx, grant, async (trx) => {
    const member = await getPageMemberRow(trx, grant, target.page_member_id);
    await checkNotAbove(ctx, grant, member);
    if (role === undefined || role === member.role) return unchanged(serializePageMember(member));
    await updatePageRole(trx, grant, member.id, { role, updated_at: wireNow() });
    return {
      result: serializePageMember(await getPageMemberRow(trx, grant, member.id)),
      audit: {
        action: "page_member.update",
        subject_id: member.id,
        changes: { role },
        before: { role: member.role },
      },
      events: [],
    };
  });
}

type PageMemberTarget = PageTarget & { page_member_id: number };

export async function listPageMembers(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: MemberFilter,
): Promise<Listed<PageMember>> {
  const grant = await authorize(ctx, "page_member.read", target);
  return listPageMemberRows(ctx.db, grant, slice, filter, (rows) => rows.map(serializePageMember));
}

/**
 * Invites someone to a page. Neither checks nor reveals whether the address has an account.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the address has a role there or is
 *   invited
 */
export async function addPageMember(
  ctx: Context,
  target: PageTarget,
  input: AddPageMember,
): Promise<AddedPageMember> {
  const grant = await authorize(ctx, "page_member.write", target);
  return changePage(ctx, grant, async (trx) => {
    if (await isPageMember(trx, grant, input.email)) throw invalid({ email: [{ code: "taken" }] });
    const { url: invitation_url, ...link } = newInvitationLink();
    const { id } = await insertPageInvitation(trx, grant, { ...input, ...link });
    await mailInvitation(trx, ctx, grant, { ...link, url: invitation_url, email: input.email });
    const member = serializePageMember(await getPageMemberRow(trx, grant, id));
    return {
      result: { ...member, invitation_url },
      audit: { action: "page_member.create", subject_id: id, changes: input },
      events: [],
    };
  });
}

/** Removes the role on the page; a role in the organization stays. @throws as `updatePageMember` */
export async function deletePageMember(ctx: Context, target: PageMemberTarget): Promise<void> {
  const grant = await authorize(ctx, "page_member.write", target);
  await changePage(ctx, grant, async (trx) => {
    const member = await getPageMemberRow(trx, grant, target.page_member_id);
    await checkNotAbove(ctx, grant, member);
    const { id, email, role } = member;
    await deletePageMembership(trx, grant, id);
    return {
      result: undefined,
      audit: { action: "page_member.delete", subject_id: id, changes: { email, role } },
      events: [],
    };
  });
}

/** Protects owners of the organization from owners of a page. @throws {AppError} `forbidden` */
async function checkNotAbove(
  ctx: Context,
  { organization_id }: PageGrant,
  { organization_role }: PageMemberRow,
): Promise<void> {
  if (organization_role !== "owner" || ctx.actor.kind === "system") return;
  if ((await rolesIn(ctx, organization_id))?.role === "owner") return;
  throw new AppError("forbidden", "Only owners of the organization may change what another has");
}

function serializePageMember(row: PageMemberRow): PageMember {
  return { ...serializeMember(row), organization_role: row.organization_role };
}
