import { authorizeOrganization } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { revokeKeysMadeBy } from "#lib/identity/api-keys/queries.ts";
import { deleteMemberships, getMemberRow } from "#lib/identity/members/queries.ts";
import type { MemberTarget } from "#lib/identity/members/read.ts";
import { checkAnotherOwner } from "#lib/identity/members/rules.ts";
import { lockOrganization } from "#lib/identity/organizations/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Takes a member's roles in the organization and on its pages, and ends the keys that they made for
 * it; or withdraws an invitation.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when no owner would be left
 */
export async function deleteMember(ctx: Context, target: MemberTarget): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockOrganization(trx, grant);
    const member = await getMemberRow(trx, grant, target.member_id);
    await checkAnotherOwner(trx, grant, member);
    await deleteMemberships(trx, grant, member);
    if (member.user_id !== null) await revokeKeysMadeBy(trx, grant, member.user_id, wireNow());
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
