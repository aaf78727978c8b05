import { networkOf } from "#lib/core/access/addresses.ts";
import { hashToken } from "#lib/core/access/api-keys.ts";
import { authorizeAnybody } from "#lib/core/access/authorize.ts";
import { MAX_EMAIL } from "#lib/core/fields/text.ts";
import { orderMessage } from "#lib/core/outbox/order.ts";
import type { Context } from "#lib/core/request/context.ts";
import { take } from "#lib/core/throttle/take.ts";
import { insertReset } from "#lib/identity/password-resets/queries.ts";
import { stampOf } from "#lib/identity/sessions/session-token.ts";
import { findUserByEmail } from "#lib/identity/users/queries.ts";
import { newSecret } from "#lib/identity/visitor-sessions/secret.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";

export const RESET_MINUTES = 60;

const PERIOD_S = 60 * 60;
const PER_CLIENT = { name: "new passwords asked for by a client", most: 10, period_s: PERIOD_S };
const PER_ADDRESS = { name: "new passwords of an address", most: 3, period_s: PERIOD_S };

/** @throws {AppError} `rate_limited` */
async function slowDown(ctx: Context): Promise<void> {
  const seconds = await take(ctx.db, PER_CLIENT, networkOf(ctx.address ?? ""));
  if (seconds === 0) return;
  const base = [{ code: "too_often", values: { minutes: Math.ceil(seconds / 60) } } as const];
  throw new AppError("rate_limited", "Too many new passwords were asked for", { base }, seconds);
}

/**
 * Mails a link to a new password to the address of an account. Whether there is one is told neither
 * by the answer nor by its time: the same is written, and a message is ordered that goes to nobody.
 * @throws {AppError} `rate_limited` when this client asked too often, whoever for
 */
export async function askForNewPassword(
  ctx: Context,
  typed: string,
  locale: Locale,
): Promise<void> {
  const grant = authorizeAnybody();
  await slowDown(ctx);
  const email = typed.trim().toLowerCase().slice(0, MAX_EMAIL);
  const isOften = (await take(ctx.db, PER_ADDRESS, email)) > 0;
  const found = await findUserByEmail(ctx.db, email);
  const user = isOften ? undefined : found;
  const token = newSecret();
  const expires_at = later(wireNow(), RESET_MINUTES * 60);
  await ctx.db.transaction().execute(async (trx) => {
    await insertReset(trx, grant, {
      token_hash: hashToken(token),
      user_id: user?.id ?? null,
      password_stamp: user ? stampOf(user) : null,
      expires_at,
    });
    await orderMessage(trx, {
      kind: "password.reset",
      params: { user_id: String(user?.id ?? ""), token, locale: user?.locale ?? locale },
      expires_at,
    });
  });
}
