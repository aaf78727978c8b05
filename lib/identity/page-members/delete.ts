import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { deletePageMembership, getPageMemberRow } from "#lib/identity/page-members/queries.ts";
import type { PageMemberTarget } from "#lib/identity/page-members/read.ts";
import { checkNotAbove } from "#lib/identity/page-members/rules.ts";

/**
 * Takes somebody's role on the page, or withdraws their invitation: what remains is the role in the
 * organization, if they have one.
 * @throws {AppError} `not_found`; `forbidden`, also when an organization's owner is meant and the
 *   caller owns the page alone
 */
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
