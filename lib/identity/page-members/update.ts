import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { getPageMemberRow, updatePageRole } from "#lib/identity/page-members/queries.ts";
import type { PageMemberTarget } from "#lib/identity/page-members/read.ts";
import { checkNotAbove } from "#lib/identity/page-members/rules.ts";
import type { PageMember, UpdatePageMember } from "#lib/identity/page-members/schema.ts";
import { serializePageMember } from "#lib/identity/page-members/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Gives somebody another role on the page alone.
 * @throws {AppError} `not_found`; `forbidden`, also when an organization's owner is meant and the
 *   caller owns the page alone
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
