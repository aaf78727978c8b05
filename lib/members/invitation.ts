import { randomBytes } from "node:crypto";
import { hashToken } from "#lib/auth/api-keys.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/clock.ts";
import { env } from "#lib/env.ts";

const VALID_DAYS = 7;

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
