import { authorizeUser, type UserGrant, type UserTarget } from "#lib/core/access/authorize.ts";
import { verifyNothing, verifyPassword } from "#lib/core/access/passwords.ts";
import type { Context } from "#lib/core/request/context.ts";
import { isConfigured } from "#lib/identity/oidc/provider.ts";
import { listIssuers } from "#lib/identity/oidc/queries.ts";
import { proofExists } from "#lib/identity/sessions/queries.ts";
import { isSecondFactor } from "#lib/identity/sign-in/codes.ts";
import { acceptAttempt, CODES, PASSWORDS, takeAttempt } from "#lib/identity/sign-in/throttle.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";

const MAX_TYPED = 1_024;

type Field = "current_password" | "code";

function refuse(field: Field, wait_seconds: number): never {
  const minutes = Math.ceil(wait_seconds / 60);
  if (minutes > 0) throw invalid({ [field]: [{ code: "try_later", values: { minutes } }] });
  throw invalid({ [field]: [{ code: field === "code" ? "wrong_code" : "wrong_password" }] });
}

export async function userOfGrant(ctx: Context, grant: UserGrant): Promise<UserRow> {
  const user = await findUser(ctx.db, grant.user_id);
  if (!user) throw new Error("the user of a grant is gone");
  return user;
}

/**
 * Before a change that could lock the owner out, asks for the password, or a second factor without
 * one. Throttled like sign-in.
 * @throws {AppError} `invalid`, at `current_password`
 */
export async function prove(ctx: Context, grant: UserGrant, typed: string): Promise<UserRow> {
  const user = await userOfGrant(ctx, grant);
  const attempt = { account: user.email.toLowerCase(), address: ctx.address };
  const limits = user.password_hash ? PASSWORDS : CODES;
  const wait = await takeAttempt(ctx.db, limits, attempt);
  if (wait > 0) refuse("current_password", wait);
  const given = typed.slice(0, MAX_TYPED);
  const isRight = user.password_hash
    ? await verifyPassword(user.password_hash, given)
    : (await isSecondFactor(ctx.db, user.id, given)) || (await verifyNothing(given));
  if (!isRight) refuse("current_password", 0);
  await acceptAttempt(ctx.db, limits, attempt);
  return user;
}

/** Counts a code before it is checked. @throws {AppError} `invalid`, at `code` */
export async function takeCode(ctx: Context, { email }: UserRow): Promise<void> {
  const attempt = { account: email.toLowerCase(), address: ctx.address };
  const wait = await takeAttempt(ctx.db, CODES, attempt);
  if (wait > 0) refuse("code", wait);
}

/** @throws {AppError} `invalid`, at `code` */
export function refuseCode(): never {
  refuse("code", 0);
}

export async function acceptCode(ctx: Context, { email }: UserRow): Promise<void> {
  await acceptAttempt(ctx.db, CODES, { account: email.toLowerCase(), address: ctx.address });
}

async function isProven({ db }: Context, grant: UserGrant): Promise<boolean> {
  if (await proofExists(db, grant)) return true;
  return (await listIssuers(db, grant.user_id)).some((issuer) => isConfigured(issuer));
}

/** @throws {AppError} `not_found` unless it is the caller's own */
export async function hasProof(ctx: Context, target: UserTarget): Promise<boolean> {
  return isProven(ctx, await authorizeUser(ctx, target));
}

/**
 * Someone who knows only a password must not do what outlasts the session or weakens the account.
 * @throws {AppError} `forbidden`
 */
export function requireProof({ actor }: Context): void {
  if (actor.kind === "account")
    throw new AppError("forbidden", "This takes more than a password: sign in with a second proof");
}

/** A stolen password must not add a second proof beside the first. @throws `forbidden` */
export async function requireProofOrFirst(ctx: Context, grant: UserGrant): Promise<void> {
  if (ctx.actor.kind === "account" && (await isProven(ctx, grant))) requireProof(ctx);
}

/** @throws {AppError} `forbidden` unless the program itself asks */
export function requireProgram(ctx: Context): void {
  if (ctx.actor.kind !== "system")
    throw new AppError("forbidden", "Only the operator of this server may do that");
}
