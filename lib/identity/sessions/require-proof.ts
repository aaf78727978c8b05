import { authorizeUser, type UserGrant, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { proofExists } from "#lib/identity/sessions/queries.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

function isProven({ db }: Context, grant: UserGrant): Promise<boolean> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = env();
  return proofExists(db, grant, OIDC_CLIENT_ID ? (OIDC_ISSUER ?? null) : null);
}

/**
 * Whether the account can be signed in to with more than a password.
 * @throws {AppError} `not_found` unless it is the caller's own
 */
export async function hasProof(ctx: Context, target: UserTarget): Promise<boolean> {
  return isProven(ctx, await authorizeUser(ctx, target));
}

/**
 * Keeps whoever knows a password, where that is not enough, from what outlasts their session or
 * weakens the account.
 * @throws {AppError} `forbidden`
 */
export function requireProof({ actor }: Context): void {
  if (actor.kind === "account")
    throw new AppError("forbidden", "This takes more than a password: sign in with a second proof");
}

/**
 * Lets them set up a first proof, and no other beside it: that would make one of the password.
 * @throws {AppError} `forbidden`
 */
export async function requireProofOrFirst(ctx: Context, grant: UserGrant): Promise<void> {
  if (ctx.actor.kind === "account" && (await isProven(ctx, grant))) requireProof(ctx);
}
