import { randomBytes } from "node:crypto";
import type { Trx } from "#db/index.ts";
import { authorizeInvitation, type InvitationGrant } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { takeInvitation } from "#lib/identity/members/queries.ts";
import type { AcceptInvitation } from "#lib/identity/members/schema.ts";
import { acceptPassword, checkCredentials } from "#lib/identity/sign-in/sign-in.ts";
import {
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
} from "#lib/identity/users/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";

/** `own`: the invitation is for the signed-in user's address, who needs no password. */
export type OpenInvitation = {
  email: string;
  role: Role;
  organization: string;
  status_page: string | null;
  own: boolean;
};

async function ownAccount(ctx: Context, email: string): Promise<UserRow | undefined> {
  const { actor } = ctx;
  const user = actor.kind === "user" ? await findUser(ctx.db, actor.user_id) : undefined;
  return user?.email.toLowerCase() === email.toLowerCase() ? user : undefined;
}

/**
 * Does not reveal whether the address has an account: the sender of the invitation has the link
 * too.
 * @throws {AppError} `not_found`
 */
export async function getInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const { email, role, organization, status_page } = await authorizeInvitation(ctx, token);
  return {
    email,
    role,
    organization,
    status_page,
    own: (await ownAccount(ctx, email)) !== undefined,
  };
}

async function prove(ctx: Context, email: string, password: string): Promise<UserRow> {
  const found = await checkCredentials(ctx, { email, password });
  if (found.user) {
    await acceptPassword(ctx, found.user);
    return found.user;
  }
  const minutes = Math.ceil(found.wait_seconds / 60);
  throw invalid({
    password: [
      minutes > 0 ? { code: "try_later", values: { minutes } } : { code: "wrong_password" },
    ],
  });
}

async function accountFor(
  ctx: Context,
  { email }: InvitationGrant,
  { name = "", password = "" }: AcceptInvitation,
) {
  const own = await ownAccount(ctx, email);
  if (own) return { known: own };
  if (!password) throw invalid({ password: [{ code: "blank" }] });
  if (await findUserByEmail(ctx.db, email)) return { known: await prove(ctx, email, password) };
  // The sender has the link too, so opening it does not prove who owns the address.
  return {
    fresh: {
      email,
      name,
      password_hash: await hashPassword(password),
      email_confirmed: false,
      current_sign_in_at: wireNow(),
    },
  };
}

/**
 * Makes the holder of the link a member: with the existing account, proven by session or password,
 * or with a new one.
 * @throws {AppError} `not_found` when the link was used, withdrawn or is older than seven days;
 *   `invalid`
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  input: AcceptInvitation,
): Promise<UserRow> {
  const grant = await authorizeInvitation(ctx, token);
  const account = await accountFor(ctx, grant, input);
  return changeOrganization(ctx, grant, async (trx) => {
    const user = account.known ?? (await insertUser(trx, account.fresh));
    if (!user || !(await takeInvitation(trx, grant, user.id, wireNow()))) throw notFound();
    const actor = { kind: "user", user_id: user.id, api_key_id: null } as const;
    return {
      result: user,
      audit: {
        action: "member.accept_invitation",
        subject_id: grant.membership_id,
        actor,
      },
      events: [],
    };
  });
}

const VALID_DAYS = 7;

// Anyone who owns an organization could otherwise mail the whole world.
const OF_ORGANIZATION = { name: "invitations mailed", most: 200, period_s: DAY_SECONDS };
const TO_ADDRESS = { name: "invitations mailed to an address", most: 5, period_s: DAY_SECONDS };

type Link = { url: string; invitation_hash: Buffer; invitation_expires_at: string };

export function newInvitationLink(): Link {
  const token = randomBytes(24).toString("base64url");
  const invitation_expires_at = later(wireNow(), VALID_DAYS * DAY_SECONDS);
  return {
    url: `${env().APP_URL}/invitation/${token}`,
    invitation_hash: hashToken(token),
    invitation_expires_at,
  };
}

/** Enqueues the mail in the inviter's language; beyond a day's limits only the link is shown. */
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
  if ((await consume(trx, OF_ORGANIZATION, String(organization_id))) > 0) return;
  if ((await consume(trx, TO_ADDRESS, email.toLowerCase())) > 0) return;
  const inviter = actor.kind === "user" ? await findUser(trx, actor.user_id) : undefined;
  await enqueueMessage(trx, {
    kind: "member.invitation",
    params: { url, locale: adminLocale(inviter?.locale) },
    expires_at: invitation_expires_at,
  });
}
