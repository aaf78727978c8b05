import { randomBytes } from "node:crypto";
import type { Trx } from "#db/index.ts";
import { hashToken } from "#lib/core/access/api-keys.ts";
import { orderMessage } from "#lib/core/outbox/order.ts";
import type { Context } from "#lib/core/request/context.ts";
import { take } from "#lib/core/throttle/take.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";

const VALID_DAYS = 7;

// Whoever has an organization could write to anybody.
const OF_ORGANIZATION = { name: "invitations mailed", most: 200, period_s: DAY_SECONDS };
const TO_ADDRESS = { name: "invitations mailed to an address", most: 5, period_s: DAY_SECONDS };

type Link = { url: string; invitation_hash: Buffer; invitation_expires_at: string };

/**
 * A link that makes the person who opens it a member, once and within seven days; only its hash is to be
 * kept.
 */
export function newInvitationLink(): Link {
  const token = randomBytes(24).toString("base64url");
  const invitation_expires_at = later(wireNow(), VALID_DAYS * DAY_SECONDS);
  return {
    url: `${env().APP_URL}/invitation/${token}`,
    invitation_hash: hashToken(token),
    invitation_expires_at,
  };
}

/**
 * Orders the mail with an invitation's link, in the language of who invites. Beyond a day's limits
 * none is sent: the link is shown, too.
 */
export async function mailInvitation(
  trx: Trx,
  { actor }: Context,
  { organization_id }: { organization_id: number },
  {
    email,
    url,
    invitation_expires_at,
  }: Pick<Link, "url" | "invitation_expires_at"> & {
    email: string;
  },
): Promise<void> {
  if ((await take(trx, OF_ORGANIZATION, String(organization_id))) > 0) return;
  if ((await take(trx, TO_ADDRESS, email.toLowerCase())) > 0) return;
  const inviter = actor.kind === "user" ? await findUser(trx, actor.user_id) : undefined;
  await orderMessage(trx, {
    kind: "member.invitation",
    params: { url, locale: adminLocale(inviter?.locale) },
    expires_at: invitation_expires_at,
  });
}
