import { timingSafeEqual } from "node:crypto";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume, limitForms } from "#lib/core/throttle/form-limits.ts";
import { changePage, changeRecords } from "#lib/core/transaction/change.ts";
import { type SilentGrant, unchanged } from "#lib/core/transaction/outcome.ts";
import { joinAs, seesAsMember } from "#lib/identity/members/page-members.queries.ts";
import {
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
} from "#lib/identity/users/queries.ts";
import {
  consumeJoinRequest,
  findJoinLink,
  findJoinRequest,
  insertJoinRequest,
} from "#lib/pages/join-links/queries.ts";
import type { AskToJoin, Join } from "#lib/pages/join-links/schema.ts";
import { loadPageIdentity, type PageIdentity } from "#lib/pages/page-identity.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { allowedDomains, allowsAddress, parseSettings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

const PER_ADDRESS = { name: "requests to join of an address", most: 3, period_s: 60 * 60 };

type JoinTarget = PageTarget & { token: string };

async function isLink(ctx: Context, grant: PageGrant, token: string): Promise<boolean> {
  const link = isSecret(token) ? await findJoinLink(ctx.db, grant) : undefined;
  if (!link || unsealIfOurs(link.token_sealed) === null) return false;
  return timingSafeEqual(link.token_hash, hashToken(token));
}

/** `isOpen`: anyone may join now. @throws {AppError} `not_found`, `forbidden` */
export async function loadJoinLink(
  ctx: Context,
  { token, ...target }: JoinTarget,
): Promise<PageIdentity & { grant: PageGrant; isOpen: boolean }> {
  const grant = await authorize(ctx, "page.sign_in", target);
  const face = await loadPageIdentity(ctx, grant);
  const isOpen = allowedDomains(face.settings).length > 0 && (await isLink(ctx, grant, token));
  return { ...face, grant, isOpen };
}

/**
 * Mails a link to an address that may join. Neither the answer nor its timing reveals whether it
 * may, or has an account: a message without recipient is enqueued as well.
 * @throws {AppError} `not_found`, `forbidden`, `rate_limited`
 */
export async function askToJoin(
  ctx: Context,
  target: JoinTarget,
  { email, company }: AskToJoin,
  locale: Locale,
): Promise<void> {
  const { grant, settings, isOpen } = await loadJoinLink(ctx, target);
  if (!isOpen) throw notFound();
  if (company) return;
  await limitForms(ctx);
  const whose = `${grant.status_page_id} ${email.toLowerCase()}`;
  const isOften = (await consume(ctx.db, PER_ADDRESS, whose)) > 0;
  const mayJoin = allowsAddress(settings, email) && !isOften;
  const token = newSecret();
  const expires_at = later(wireNow(), DAY_SECONDS);
  await changeRecords(ctx, grant, async (trx) => {
    if (mayJoin)
      await insertJoinRequest(trx, grant, { token_hash: hashToken(token), email, expires_at });
    await enqueueMessage(trx, {
      kind: "page.join",
      status_page_id: grant.status_page_id,
      params: { email: mayJoin ? email : "", token, locale },
      expires_at,
    });
    return { result: undefined, audit: null, events: [] };
  });
}

/** `own`: the caller's account; `known`: someone else's; `new`: none. */
type Account = { kind: "own"; user: UserRow } | { kind: "known" } | { kind: "new" };

type JoinRequest = { grant: SilentGrant; name: string; email: string; account: Account };

async function accountOf({ db, actor }: Context, email: string): Promise<Account> {
  const known = await findUserByEmail(db, email);
  if (!known) return { kind: "new" };
  const caller = actor.kind === "user" ? await findUser(db, actor.user_id) : undefined;
  return caller?.id === known.id ? { kind: "own", user: caller } : { kind: "known" };
}

/**
 * Reads a mailed link. Its holder reads the mail of that address, so may learn whether it has an
 * account.
 * @throws {AppError} `not_found` when it was used, expired, or its address may no longer join;
 *   `forbidden` at a wrong address
 */
export async function loadJoinRequest(
  ctx: Context,
  { token, ...target }: JoinTarget,
): Promise<JoinRequest> {
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
 * Makes the holder of a mailed link a viewer, or gives them the role they were invited to. Uses the
 * caller's account or creates one.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function joinPage(ctx: Context, target: JoinTarget, input: Join): Promise<UserRow> {
  const { grant, email, account } = await loadJoinRequest(ctx, target);
  if (account.kind === "known") throw notFound();
  const fresh = account.kind === "new" ? await newAccount(email, input) : null;
  const asked = { token_hash: hashToken(target.token), now: wireNow() };
  return changePage(ctx, grant, async (trx) => {
    const taken = await consumeJoinRequest(trx, grant, asked);
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

/** The address that starts a session on the page. @throws {AppError} `not_found` */
export async function sessionUrlFor(
  ctx: Context,
  target: PageTarget,
): Promise<{ name: string; url: string }> {
  const grant = await authorize(ctx, "page.visit", target);
  const { name } = await getStatusPageRow(ctx.db, grant);
  return { name, url: `${pageUrl(grant)}/session` };
}
