import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "#db/index.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

const VALID_S = 5 * 60;
const ONCE = { name: "passkey challenge", most: 1, period_s: 2 * VALID_S };
const NONCE_BYTES = 16;
const BODY_BYTES = NONCE_BYTES + 4;

export type Purpose = "sign in" | `new passkey of user ${number}`;

function tagOf(body: Buffer, purpose: Purpose): Buffer {
  return createHmac("sha256", env().APP_SECRET ?? "")
    .update(`passkey challenge ${purpose} `)
    .update(body)
    .digest();
}

/** A challenge carries its own expiry and MAC, so nothing is stored before it is used. */
export function newPasskeyChallenge(purpose: Purpose): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(BODY_BYTES);
  randomBytes(NONCE_BYTES).copy(body);
  body.writeUInt32BE(Math.floor(now().getTime() / 1_000) + VALID_S, NONCE_BYTES);
  return new Uint8Array(Buffer.concat([body, tagOf(body, purpose)]));
}

/** Accepts a challenge once, across all processes. */
export async function takePasskeyChallenge(
  db: Db,
  challenge: string,
  purpose: Purpose,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  const body = bytes.subarray(0, BODY_BYTES);
  const tag = tagOf(body, purpose);
  const given = bytes.subarray(BODY_BYTES);
  if (given.length !== tag.length || !timingSafeEqual(given, tag)) return false;
  if (body.readUInt32BE(NONCE_BYTES) <= now().getTime() / 1_000) return false;
  return (await consume(db, ONCE, body.toString("base64url"))) === 0;
}

export function relyingParty(): { id: string; origin: string } {
  const { origin, hostname } = new URL(env().APP_URL);
  return { id: hostname, origin };
}

/** A stable handle for authenticators that reveals nothing about the user. */
export function userHandle(userId: number): Uint8Array<ArrayBuffer> {
  const mac = createHmac("sha256", env().APP_SECRET ?? "").update(`passkeys of user ${userId}`);
  return new Uint8Array(mac.digest());
}
