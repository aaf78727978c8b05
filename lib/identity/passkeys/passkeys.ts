import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import { newName } from "#lib/core/fields/name.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { lockAccount } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import {
  newPasskeyChallenge,
  relyingParty,
  takePasskeyChallenge,
  userHandle,
} from "#lib/identity/passkeys/challenge.ts";
import {
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
} from "#lib/identity/passkeys/queries.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { requireProof, requireProofOrFirst } from "#lib/identity/profile/prove.ts";
import { requireStillValid, weakenSessions } from "#lib/identity/sessions/queries.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";

const MAX_PASSKEYS = 20;

/**
 * Options for a discoverable passkey with user verification.
 * @throws {AppError} `not_found` unless it is for the caller's own account
 */
export async function passkeyCreation(
  ctx: Context,
  target: UserTarget,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  const user = await findUser(ctx.db, grant.user_id);
  if (!user) throw notFound();
  const known = await listPasskeyRows(ctx.db, grant);
  return generateRegistrationOptions({
    rpName: "Allclear",
    rpID: relyingParty().id,
    userName: user.email,
    userDisplayName: user.name || user.email,
    userID: userHandle(user.id),
    challenge: newPasskeyChallenge(`new passkey of user ${user.id}`),
    attestationType: "none",
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

async function verified(ctx: Context, user_id: number, response: RegistrationResponseJSON) {
  const { id, origin } = relyingParty();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) =>
        takePasskeyChallenge(ctx.db, challenge, `new passkey of user ${user_id}`),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    return registrationInfo ?? null;
  } catch (error) {
    log().warn({ err: error, request_id: ctx.request_id }, "passkey refused");
    return null;
  }
}

/** @throws {AppError} `not_found` unless it is the caller's own; `invalid` */
export async function addPasskey(
  ctx: Context,
  target: UserTarget,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<PasskeyRow> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  const made = await verified(ctx, grant.user_id, response);
  if (!made) throw invalid({ base: [{ code: "invalid" }] });
  const { id: credential_id, publicKey, counter, transports = [] } = made.credential;
  return changeOrganization(ctx, grant, async (trx) => {
    const account = await lockAccount(trx, grant);
    await requireStillValid(trx, ctx.actor);
    assertBelowLimit(account, (await listPasskeyRows(trx, grant)).length, MAX_PASSKEYS);
    const passkey = await insertPasskey(trx, grant, {
      credential_id,
      public_key: Buffer.from(publicKey),
      counter,
      transports,
      name,
    });
    if (!passkey) throw invalid({ base: [{ code: "taken" }] });
    await enqueueAccountNotice(trx, grant.user_id, "passkey_added");
    return {
      result: passkey,
      audit: { action: "passkey.create", subject_id: passkey.id, changes: { name } },
      events: [],
    };
  });
}

const MAX_PASSKEY_NAME = 100;
export const PasskeyName = z.object({ name: newName(MAX_PASSKEY_NAME) });

type PasskeyTarget = UserTarget & { passkey_id: number };

/** @throws {AppError} `not_found` unless it is the caller's own account */
export async function listPasskeys(ctx: Context, target: UserTarget): Promise<PasskeyRow[]> {
  return listPasskeyRows(ctx.db, await authorizeUser(ctx, target));
}

/** @throws {AppError} `not_found` */
export async function renamePasskey(
  ctx: Context,
  target: PasskeyTarget,
  { name }: z.output<typeof PasskeyName>,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  if (!name) throw invalid({ name: [{ code: "blank" }] });
  await changeOrganization(ctx, grant, async (trx) => {
    if (!(await renamePasskeyRow(trx, grant, target.passkey_id, name))) throw notFound();
    const subject_id = target.passkey_id;
    return {
      result: undefined,
      audit: { action: "passkey.update", subject_id, changes: { name } },
      events: [],
    };
  });
}

/**
 * Without any passkey left, sessions that began with one count as password sessions.
 * @throws {AppError} `not_found`; `forbidden` where a password is not enough
 */
export async function removePasskey(ctx: Context, target: PasskeyTarget): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  requireProof(ctx);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockAccount(trx, grant);
    await requireStillValid(trx, ctx.actor);
    const removed = await deletePasskey(trx, grant, target.passkey_id);
    if (!removed) throw notFound();
    if ((await listPasskeyRows(trx, grant)).length === 0)
      await weakenSessions(trx, grant, "passkey");
    await enqueueAccountNotice(trx, grant.user_id, "passkey_removed");
    const { id: subject_id, name } = removed;
    return {
      result: undefined,
      audit: { action: "passkey.delete", subject_id, changes: { name } },
      events: [],
    };
  });
}
