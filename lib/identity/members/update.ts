import { authorizeOrganization } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { getMemberRow, updateMembershipRole } from "#lib/identity/members/queries.ts";
import type { MemberTarget } from "#lib/identity/members/read.ts";
import { checkAnotherOwner } from "#lib/identity/members/rules.ts";
import type { Member, UpdateMember } from "#lib/identity/members/schema.ts";
import { serializeMember } from "#lib/identity/members/serialize.ts";
import { lockOrganization } from "#lib/identity/organizations/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Gives a member, or somebody who is invited, another role.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when no owner would be left
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
    await checkAnotherOwner(trx, grant, member);
    await updateMembershipRole(trx, grant, member.id, role, wireNow());
    return {
      result: serializeMember(await getMemberRow(trx, grant, member.id)),
      audit: {
        action: "member.update",
        subject_id: member.id,
        changes: { role },
        before: { role: member.role },
      },
      events: [],
    };
  });
}
