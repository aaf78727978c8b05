import { authorizeAnybody, authorizeUser } from "#lib/core/access/authorize.ts";
import { MAX_EMAIL, MAX_NAME } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { isInvited } from "#lib/identity/members/queries.ts";
import { findIdentityUser, hasIdentity, insertIdentity } from "#lib/identity/oidc/queries.ts";
import type { Person } from "#lib/identity/oidc/visit.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { claimAccount } from "#lib/identity/profile/reset-sign-in.ts";
import {
  findUserByEmail,
  forgetPassword,
  insertUser,
  type UserRow,
} from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

/** The address is unverified, the account has another identity, or nobody invited them. */
type Refused = "unverified" | "taken" | "uninvited";

async function link(ctx: Context, user: UserRow, person: Person): Promise<UserRow | Refused> {
  const { issuer, subject } = person;
  if (await hasIdentity(ctx.db, user.id, issuer))
    return (await findIdentityUser(ctx.db, person)) ?? "taken";
  const actor = { kind: "user", user_id: user.id, api_key_id: null } as const;
  const own = { ...ctx, actor };
  const grant = await authorizeUser(own, { user_id: user.id });
  await changeOrganization(own, grant, async (trx) => {
    await insertIdentity(trx, grant, { issuer, subject, user_id: user.id });
    if (!user.email_confirmed) {
      await claimAccount(trx, grant);
      await forgetPassword(trx, grant, wireNow());
    }
    await enqueueAccountNotice(trx, user.id, "provider_linked");
    return {
      result: undefined,
      audit: { action: "user.link_provider", subject_id: user.id, changes: { issuer } },
      events: [],
    };
  });
  return (await findIdentityUser(ctx.db, person)) ?? user;
}

async function create(ctx: Context, email: string, person: Person): Promise<UserRow | Refused> {
  const grant = authorizeAnybody();
  const { issuer, subject } = person;
  const name = person.name.replaceAll("\0", "").slice(0, MAX_NAME);
  await ctx.db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, { email, name, password_hash: null });
    if (user) await insertIdentity(trx, grant, { issuer, subject, user_id: user.id });
  });
  return (await findIdentityUser(ctx.db, person)) ?? "taken";
}

/** Operators list domains in which users cannot set their own address at the provider. */
function isTrusted(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return env().OIDC_TRUSTED_EMAIL_DOMAINS.includes(domain);
}

/** By identity, then by trusted address; an open invitation creates an account. */
export async function accountOf(ctx: Context, person: Person): Promise<UserRow | Refused> {
  const known = await findIdentityUser(ctx.db, person);
  if (known) return known;
  const email = person.email?.trim().toLowerCase() ?? "";
  if (email === "" || email.length > MAX_EMAIL) return "unverified";
  if (!person.email_verified && !isTrusted(email)) return "unverified";
  const user = await findUserByEmail(ctx.db, email);
  if (user) return link(ctx, user, person);
  return (await isInvited(ctx.db, email, wireNow())) ? create(ctx, email, person) : "uninvited";
}
