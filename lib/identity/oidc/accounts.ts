import { authorizeAnybody, authorizeUser } from "#lib/core/access/authorize.ts";
import { MAX_EMAIL, MAX_NAME } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { isInvited } from "#lib/identity/members/queries.ts";
import type { Person } from "#lib/identity/oidc/claims.ts";
import { isConfigured } from "#lib/identity/oidc/provider.ts";
import { findIdentityUser, insertIdentity, listIssuers } from "#lib/identity/oidc/queries.ts";
import { rolesOf } from "#lib/identity/oidc/roles.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { claimAccount } from "#lib/identity/profile/reset-sign-in.ts";
import { requireStillValid } from "#lib/identity/sessions/queries.ts";
import {
  findUserByEmail,
  forgetPassword,
  insertUser,
  lockUser,
  type UserRow,
} from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";

/**
 * `unverified`: the address is; `taken`: the account or identity belongs to another; `elsewhere`:
 * it signs in with another provider; `uninvited`: there is neither account, invitation nor role.
 */
type Refused = "unverified" | "taken" | "elsewhere" | "uninvited";

type SignInRequest = { provider: OidcProvider; person: Person };

/**
 * `proves`: the provider vouches for the account's address; `session_id`: of whoever connects it.
 * @throws {AppError} `not_found` if that session has ended
 */
async function link(
  ctx: Context,
  user: UserRow,
  { issuer, subject }: Person,
  { proves, session_id }: { proves: boolean; session_id?: number },
): Promise<UserRow> {
  const actor = { kind: "user", user_id: user.id, api_key_id: null, session_id } as const;
  const own = { ...ctx, actor };
  const grant = await authorizeUser(own, { user_id: user.id });
  await changeOrganization(own, grant, async (trx) => {
    await lockUser(trx, grant);
    await requireStillValid(trx, actor);
    await insertIdentity(trx, grant, { issuer, subject, user_id: user.id });
    if (proves && !user.email_confirmed) {
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
  return (await findIdentityUser(ctx.db, { issuer, subject })) ?? user;
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
function isTrusted(email: string, { trusted_email_domains }: OidcProvider): boolean {
  return trusted_email_domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** An address gives nobody the account of a person whom another provider knows. */
async function linkByAddress(
  ctx: Context,
  user: UserRow,
  { provider, person }: SignInRequest,
): Promise<UserRow | Refused> {
  const issuers = await listIssuers(ctx.db, user.id);
  if (issuers.includes(person.issuer)) return (await findIdentityUser(ctx.db, person)) ?? "taken";
  if (issuers.some((issuer) => isConfigured(issuer, provider.number))) return "elsewhere";
  return link(ctx, user, person, { proves: true });
}

/**
 * By identity, then by trusted address; an open invitation or a role by the provider's groups
 * creates an account.
 */
export async function accountOf(ctx: Context, asked: SignInRequest): Promise<UserRow | Refused> {
  const { provider, person } = asked;
  const known = await findIdentityUser(ctx.db, person);
  if (known) return known;
  const email = person.email?.trim().toLowerCase() ?? "";
  if (email === "" || email.length > MAX_EMAIL) return "unverified";
  if (!person.email_verified && !isTrusted(email, provider)) return "unverified";
  const user = await findUserByEmail(ctx.db, email);
  if (user) return linkByAddress(ctx, user, asked);
  const isWelcome =
    rolesOf(provider, person.groups).size > 0 || (await isInvited(ctx.db, email, wireNow()));
  return isWelcome ? create(ctx, email, person) : "uninvited";
}

type SignedIn = { user: UserRow; session_id: number };

/**
 * Connects the signed-in user's own account, whatever its address.
 * @throws {AppError} `not_found` if the session has ended meanwhile
 */
export async function connectAccount(
  ctx: Context,
  { user, session_id }: SignedIn,
  person: Person,
): Promise<UserRow | Refused> {
  const known = await findIdentityUser(ctx.db, person);
  if (known) return known.id === user.id ? known : "taken";
  if ((await listIssuers(ctx.db, user.id)).includes(person.issuer)) return "taken";
  return link(ctx, user, person, { proves: false, session_id });
}
