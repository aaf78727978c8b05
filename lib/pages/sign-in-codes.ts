import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Trx } from "#db/index.ts";
import {
  authorize,
  authorizeAnybody,
  type PageGrant,
  type PageTarget,
} from "#lib/core/access/authorize.ts";
import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { stampOf } from "#lib/identity/sessions/session-token.ts";
import { type Credentials, checkCredentials } from "#lib/identity/sign-in/sign-in.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { countTry, deleteCode, insertCode } from "#lib/pages/sign-in-codes.queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

const CODE_DIGITS = 8;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

const PER_ACCOUNT = { name: "sign-in codes of an account", most: 10, period_s: 60 * 60 };

function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/** Keyed, because eight digits could be guessed from a plain hash. */
function hashCode(token: string, code: string): Buffer {
  return createHmac("sha256", env().APP_SECRET ?? "")
    .update(`sign-in code ${token} ${code}`)
    .digest();
}

/** `wait_seconds` > 0: too many attempts, this one was not checked. */
type CodeRequest = { token: string } | { token: null; wait_seconds: number };

/**
 * Mails a sign-in code to the owner of valid credentials. Neither the answer nor its timing reveals
 * whether they were valid: a message without recipient is enqueued as well.
 * @param target the page to sign in to; null: the application
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function requestCode(
  ctx: Context,
  target: PageTarget | null,
  credentials: Credentials,
  locale: Locale,
): Promise<CodeRequest> {
  const page = target && (await authorize(ctx, "page.sign_in", target));
  const grant = page ?? authorizeAnybody();
  const { user, wait_seconds } = await checkCredentials(ctx, credentials);
  if (wait_seconds > 0) return { token: null, wait_seconds };
  const whose = user ? `user ${user.id}` : `nobody ${credentials.email}`;
  const isOften = (await consume(ctx.db, PER_ACCOUNT, whose)) > 0;
  const reached = isOften ? null : user;
  const [token, code] = [newSecret(), newCode()];
  const expires_at = later(wireNow(), CODE_MINUTES * 60);
  const write = async (trx: Trx) => {
    await insertCode(trx, grant, {
      token_hash: hashToken(token),
      code_hash: hashCode(token, code),
      user_id: reached?.id ?? null,
      password_stamp: reached && stampOf(reached),
      expires_at,
    });
    await enqueueMessage(trx, {
      kind: "sign_in.code",
      status_page_id: page?.status_page_id,
      params: { user_id: String(reached?.id ?? ""), code, locale },
      expires_at,
    });
    return { result: { token }, audit: null, events: [] };
  };
  if (page) return changeRecords<{ token: string }, PageGrant>(ctx, page, write);
  return (await ctx.db.transaction().execute(write)).result;
}

/** Accepts a code once, within ten minutes and five tries, while the password is unchanged. */
export async function signInByCode(
  ctx: Context,
  token: string | undefined,
  typed: string,
): Promise<UserRow | null> {
  if (!isSecret(token)) return null;
  const token_hash = hashToken(token);
  const row = await countTry(ctx.db, { token_hash, most: CODE_TRIES, now: wireNow() });
  const code = typed.replace(/\D/g, "");
  const isRight = row !== undefined && timingSafeEqual(row.code_hash, hashCode(token, code));
  if (!isRight || row.user_id === null || !(await deleteCode(ctx.db, token_hash))) return null;
  const user = await findUser(ctx.db, row.user_id);
  return user && stampOf(user) === row.password_stamp ? user : null;
}
