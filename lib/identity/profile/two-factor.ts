import { authorizeUser, type UserGrant, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import {
  acceptCode,
  prove,
  refuseCode,
  requireProof,
  requireProofOrFirst,
  takeCode,
  userOfGrant,
} from "#lib/identity/profile/prove.ts";
import { requireStillValid, weakenSessions } from "#lib/identity/sessions/queries.ts";
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newSealedSecret,
  provisioning,
  stepOf,
} from "#lib/identity/sign-in/codes.ts";
import {
  confirmSecret,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  putSecret,
  replaceRecoveryCodes,
} from "#lib/identity/sign-in/two-factor.queries.ts";
import { lockUser } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/** `pending`: the secret is set up but no code has confirmed it. */
type TwoFactor =
  | { state: "off" }
  | { state: "pending"; secret: string; uri: string }
  | { state: "on"; recovery_codes: number };

/** @throws {AppError} `not_found` unless it is the caller's own */
export async function getTwoFactor(ctx: Context, target: UserTarget): Promise<TwoFactor> {
  const grant = await authorizeUser(ctx, target);
  const row = await findTwoFactor(ctx.db, grant.user_id);
  if (!row) return { state: "off" };
  if (row.confirmed_at !== null)
    return { state: "on", recovery_codes: await countRecoveryCodes(ctx.db, grant) };
  const { email } = await userOfGrant(ctx, grant);
  const issuer = new URL(env().APP_URL).hostname;
  const pending = provisioning(row.secret_sealed, { issuer, label: email });
  return pending ? { state: "pending", ...pending } : { state: "off" };
}

/** Takes effect once a code confirms it. @throws {AppError} `not_found` unless their own */
export async function beginTwoFactor(ctx: Context, target: UserTarget): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  await putSecret(ctx.db, grant, newSealedSecret());
}

/**
 * @returns recovery codes, which cannot be shown again
 * @throws {AppError} `not_found` unless it is the caller's own, and if the session has ended
 *   meanwhile; `invalid` for a wrong code
 */
export async function confirmTwoFactor(
  ctx: Context,
  target: UserTarget,
  typed: string,
): Promise<string[]> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  const user = await userOfGrant(ctx, grant);
  await takeCode(ctx, user);
  const row = await findTwoFactor(ctx.db, grant.user_id);
  const last_step = row?.confirmed_at === null ? stepOf(row.secret_sealed, typed) : null;
  if (!row || last_step === null) refuseCode();
  await acceptCode(ctx, user);
  const { secret_sealed } = row;
  return changeOrganization(ctx, grant, async (trx) => {
    await lockUser(trx, grant);
    await requireStillValid(trx, ctx.actor);
    const confirmed = { confirmed_at: wireNow(), last_step, secret_sealed };
    if (!(await confirmSecret(trx, grant, confirmed))) refuseCode();
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(trx, grant, codes.map(hashRecoveryCode));
    await enqueueAccountNotice(trx, grant.user_id, "two_factor_on");
    return { result: codes, audit: entry(grant, "turn_on"), events: [] };
  });
}

function entry({ user_id }: UserGrant, verb: string) {
  return { action: `two_factor.${verb}`, subject_id: user_id };
}

/**
 * Sessions that began with the second factor then count as password sessions.
 * @throws {AppError} `not_found` unless it is the caller's own, and if the session has ended
 *   meanwhile; `invalid` without its password
 */
export async function turnOffTwoFactor(
  ctx: Context,
  target: UserTarget,
  typed: string,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  requireProof(ctx);
  await prove(ctx, grant, typed);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockUser(trx, grant);
    await requireStillValid(trx, ctx.actor);
    if (!(await deleteTwoFactor(trx, grant))) return unchanged(undefined);
    await weakenSessions(trx, grant, "two_factor");
    await enqueueAccountNotice(trx, grant.user_id, "two_factor_off");
    return { result: undefined, audit: entry(grant, "turn_off"), events: [] };
  });
}

/**
 * @throws {AppError} `not_found` unless it is the caller's own and on, and if the session has ended
 *   meanwhile; `invalid` without its password
 */
export async function renewRecoveryCodes(
  ctx: Context,
  target: UserTarget,
  typed: string,
): Promise<string[]> {
  const grant = await authorizeUser(ctx, target);
  requireProof(ctx);
  await prove(ctx, grant, typed);
  return changeOrganization(ctx, grant, async (trx) => {
    await lockUser(trx, grant);
    await requireStillValid(trx, ctx.actor);
    const row = await findTwoFactor(trx, grant.user_id);
    if (!row || row.confirmed_at === null) throw notFound();
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(trx, grant, codes.map(hashRecoveryCode));
    await enqueueAccountNotice(trx, grant.user_id, "recovery_codes_renewed");
    return { result: codes, audit: entry(grant, "renew_recovery_codes"), events: [] };
  });
}
