import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { mailInvitation, newInvitationLink } from "#lib/identity/members/invitation.ts";
import { getMemberRow, insertInvitation, isMember } from "#lib/identity/members/queries.ts";
import type { AddedMember, AddMember } from "#lib/identity/members/schema.ts";
import { serializeMember } from "#lib/identity/members/serialize.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Invites someone to an organization. Whether the address has an account is neither checked nor
 * revealed: its owner decides whether to become a member.
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
