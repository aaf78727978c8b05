import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { mailInvitation, newInvitationLink } from "#lib/identity/members/invitation.ts";
import {
  getPageMemberRow,
  insertPageInvitation,
  isPageMember,
} from "#lib/identity/page-members/queries.ts";
import type { AddedPageMember, AddPageMember } from "#lib/identity/page-members/schema.ts";
import { serializePageMember } from "#lib/identity/page-members/serialize.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Invites someone to a page, where the role overrides what they have in the organization. Whether
 * the address has an account is neither checked nor revealed.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the address has a role there, or is
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
