import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { type SilentGrant, unchanged } from "#lib/core/transaction/outcome.ts";
import { joinAs, seesAsMember } from "#lib/identity/members/page-members.queries.ts";
import {
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
} from "#lib/identity/users/queries.ts";
import { allowsAddress } from "#lib/pages/email-domains.ts";
import type { JoinTarget } from "#lib/pages/join-links/ask.ts";
import { findJoinRequest, takeJoinRequest } from "#lib/pages/join-links/queries.ts";
import type { Join } from "#lib/pages/join-links/schema.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";

/** `own`: the account of the caller; `known`: another that the address has; `new`: none. */
type Account = { kind: "own"; user: UserRow } | { kind: "known" } | { kind: "new" };

type Opened = { grant: SilentGrant; name: string; email: string; account: Account };

async function accountOf({ db, actor }: Context, email: string): Promise<Account> {
  const known = await findUserByEmail(db, email);
  if (!known) return { kind: "new" };
  const caller = actor.kind === "user" ? await findUser(db, actor.user_id) : undefined;
  return caller?.id === known.id ? { kind: "own", user: caller } : { kind: "known" };
}

/**
 * What a mailed link is for. Who has it reads the mail of its address, and may know whether that
 * has an account.
 * @throws {AppError} `not_found` when it was used, is over a day old, or its address may not join
 *   any more; `forbidden` at a wrong address
 */
export async function openJoinRequest(
  ctx: Context,
  { token, ...target }: JoinTarget,
): Promise<Opened> {
  const grant = await authorize(ctx, "page.sign_in", target);
  const asked = { token_hash: hashToken(token), now: wireNow() };
  const request = await findJoinRequest(ctx.db, grant, asked);
  const { name, settings } = await getStatusPageRow(ctx.db, grant);
  if (!request || !allowsAddress(parseSettings(settings), request.email)) throw notFound();
  const { email } = request;
  return { grant, name, email, account: await accountOf(ctx, email) };
}

async function newAccount(email: string, { name = "", password }: Join) {
  if (!password) throw invalid({ password: [{ code: "blank" }] });
  const password_hash = await hashPassword(password);
  return { email, name, password_hash, email_confirmed: true, current_sign_in_at: wireNow() };
}

/**
 * Makes the holder of a mailed link a viewer of the page, or what they were invited to be there:
 * with the account of its address, which has to be signed in, or with a new one.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function joinPage(ctx: Context, target: JoinTarget, input: Join): Promise<UserRow> {
  const { grant, email, account } = await openJoinRequest(ctx, target);
  if (account.kind === "known") throw notFound();
  const fresh = account.kind === "new" ? await newAccount(email, input) : null;
  const asked = { token_hash: hashToken(target.token), now: wireNow() };
  return changePage(ctx, grant, async (trx) => {
    const taken = await takeJoinRequest(trx, grant, asked);
    const user = account.kind === "own" ? account.user : fresh && (await insertUser(trx, fresh));
    if (!taken || !user) throw notFound();
    if (await seesAsMember(trx, grant, user.id)) return unchanged(user);
    const { id, role } = await joinAs(trx, grant, user, "viewer");
    const actor = { kind: "user", user_id: user.id, api_key_id: null } as const;
    return {
      result: user,
      audit: { action: "member.join", subject_id: id, changes: { email, role }, actor },
      events: [],
    };
  });
}

/** Where somebody who has joined begins a session of the page. @throws {AppError} `not_found` */
export async function wayInto(
  ctx: Context,
  target: PageTarget,
): Promise<{ name: string; url: string }> {
  const grant = await authorize(ctx, "page.visit", target);
  const { name } = await getStatusPageRow(ctx.db, grant);
  return { name, url: `${pageUrl(grant)}/session` };
}
