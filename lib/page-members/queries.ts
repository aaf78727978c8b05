import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { wireNow } from "#lib/clock.ts";
import { type Role, rolesThatMay } from "#lib/permissions.ts";

/** Whether a user sees the page as a member, by a role there or in its organization. */
export async function seesAsMember(trx: Trx, grant: PageGrant, userId: number): Promise<boolean> {
  const found = await trx
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", grant.organization_id)
    .where("user_id", "=", userId)
    .where("role", "in", rolesThatMay("page.visit_restricted"))
    .where((eb) =>
      eb.or([eb("status_page_id", "is", null), eb("status_page_id", "=", grant.status_page_id)]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Membership = { id: number; role: Role };
type Joining = { id: number; email: string };

/** Makes the open invitation of an address to the page its owner's membership, if there is one. */
async function takeInvitationTo(
  trx: Trx,
  { organization_id, status_page_id }: PageGrant,
  { id: user_id, email }: Joining,
): Promise<Membership | undefined> {
  const now = wireNow();
  const joined = { user_id, accepted_at: now, updated_at: now, email: null };
  return trx
    .updateTable("memberships")
    .set({ ...joined, invitation_hash: null, invitation_expires_at: null })
    .where("organization_id", "=", organization_id)
    .where("status_page_id", "=", status_page_id)
    .where("user_id", "is", null)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .returning(["id", "role"])
    .executeTakeFirst();
}

/**
 * Gives a user a role on the page alone, be it the one that their address is invited to; a role
 * that they have there already gives way.
 */
export async function joinAs(
  trx: Trx,
  grant: PageGrant,
  user: Joining,
  role: Role,
): Promise<Membership> {
  const invited = await takeInvitationTo(trx, grant, user);
  if (invited) return invited;
  const { organization_id, status_page_id } = grant;
  const now = wireNow();
  return trx
    .insertInto("memberships")
    .values({ organization_id, status_page_id, user_id: user.id, role, accepted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "user_id", "status_page_id"])
        .where("user_id", "is not", null)
        .doUpdateSet({ role, updated_at: now }),
    )
    .returning(["id", "role"])
    .executeTakeFirstOrThrow();
}
