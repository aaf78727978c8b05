import type { Trx } from "#db/index.ts";
import { audit } from "#lib/audit/queries.ts";
import { authorizeOrganization, type OrganizationGrant, type OrganizationTarget } from "#lib/auth/authorize.ts";
import { changeOrganization } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { invalid } from "#lib/errors.ts";
import { newInvitationLink } from "#lib/members/invitation.ts";
import { getMemberRow, insertInvitation, insertMembership, isMember } from "#lib/members/queries.ts";
import type { AddedMember, AddMember } from "#lib/members/schema.ts";
import { serializeMember } from "#lib/members/serialize.ts";
import { findUserByEmail } from "#lib/users/queries.ts";

type Added = { id: number; invitation_url?: string } | undefined;

async function invite(trx: Trx, grant: OrganizationGrant, input: AddMember): Promise<Added> {
  const { url, ...link } = newInvitationLink();
  const membership = await insertInvitation(trx, grant, { ...input, ...link });
  return membership && { ...membership, invitation_url: url };
}

/**
 * Gives somebody a role in an organization: at once where the address has an account, else by an invitation. An account that was made
 * through the link of an invitation has not proved that the address is its own: it is invited, too, and accepts with its password.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the address is a member or invited
 */
export async function addMember(ctx: Context, target: OrganizationTarget, input: AddMember): Promise<AddedMember> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const taken = invalid({ email: [{ code: "taken" }] });
    if (await isMember(trx, grant, input.email)) throw taken;
    const user = await findUserByEmail(trx, input.email);
    const added = user?.email_confirmed ? await insertMembership(trx, grant, user.id, input.role) : await invite(trx, grant, input);
    if (!added) throw taken;
    const { id, ...link } = added as { id: number; invitation_url?: string };
    await audit(trx, ctx, grant, { action: "member.create", subject_id: id, changes: input });
    return { ...serializeMember(await getMemberRow(trx, grant, id)), ...link };
  });
}
