import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import {
  newPasskeyChallenge,
  relyingParty,
  takePasskeyChallenge,
} from "#lib/identity/passkeys/challenge.ts";
import { findPasskey, type PasskeyRow, touchPasskey } from "#lib/identity/passkeys/queries.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

const PER_CLIENT = { name: "passkeys tried by a client", most: 30, period_s: 5 * 60 };

export function passkeyRequest(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: newPasskeyChallenge("sign in"),
    userVerification: "required",
  });
}

async function newCounter(
  ctx: Context,
  passkey: PasskeyRow,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  const { id, origin } = relyingParty();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takePasskeyChallenge(ctx.db, challenge, "sign in"),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    log().warn({ err: error, request_id: ctx.request_id }, "passkey refused");
    return null;
  }
}

/** `wait_seconds` > 0: too many attempts; this one was not checked. */
type SignedIn = { user: UserRow; wait_seconds: 0 } | { user: null; wait_seconds: number };

const NOBODY = { user: null, wait_seconds: 0 } as const;

/** Ignores the user handle, which is unsigned and changes with APP_SECRET. */
export async function signInByPasskey(
  ctx: Context,
  response: AuthenticationResponseJSON,
): Promise<SignedIn> {
  const wait_seconds = await consume(ctx.db, PER_CLIENT, networkOf(ctx.address ?? ""));
  if (wait_seconds > 0) return { user: null, wait_seconds };
  const passkey = await findPasskey(ctx.db, response.id);
  const user = passkey && (await findUser(ctx.db, passkey.user_id));
  if (!user) return NOBODY;
  const counter = await newCounter(ctx, passkey, response);
  if (counter === null) return NOBODY;
  await touchPasskey(ctx.db, passkey.id, { counter, last_used_at: wireNow() });
  return { user, wait_seconds: 0 };
}
