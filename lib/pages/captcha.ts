import { hkdfSync, randomInt } from "node:crypto";
import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Db } from "#db/index.ts";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { isSecure } from "#lib/core/access/session-cookie.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { hasFailedOften } from "#lib/identity/sign-in/throttle.ts";
import { findPageIdentity } from "#lib/pages/page-identity.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { isLoopback } from "#lib/platform/config/env-values.ts";

const VALID_S = 20 * 60;
// Outlives the challenge, so a solution cannot be used twice.
const USED_SOLUTION = { name: "captcha solution", most: 1, period_s: 2 * VALID_S };

// Half a second on one core; a few seconds on an old phone.
const COST = 1_000;
const MIN_STEPS = 500;
const MAX_STEPS = 1_500;

const Hex = z.string().regex(/^[0-9a-f]{1,256}$/);
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: Hex,
      salt: Hex,
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: Hex,
      keySignature: Hex,
      expiresAt: z.int(),
    }),
    signature: Hex,
  }),
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: Hex }),
});

function keys() {
  const key = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", env().APP_SECRET ?? "", "", purpose, 32)).toString("hex");
  return {
    hmacSignatureSecret: key("allclear captcha"),
    hmacKeySignatureSecret: key("allclear captcha solution"),
  };
}

export function newChallenge(): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(MIN_STEPS, MAX_STEPS),
    deriveKey,
    expiresAt: Math.floor(now().getTime() / 1000) + VALID_S,
    ...keys(),
  });
}

function read(payload: string): z.infer<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(payload, "base64").toString()));
  } catch {
    return null;
  }
}

/** Whether a challenge was solved in time and for the first time on any node. */
export async function isSolved(db: Db, payload: string): Promise<boolean> {
  const solved = read(payload);
  if (!solved) return false;
  const { verified } = await verifySolution({ ...solved, deriveKey, ...keys() });
  return verified && (await consume(db, USED_SOLUTION, solved.challenge.parameters.nonce)) === 0;
}

/** Elsewhere browsers lack the cryptography, and a captcha would lock everybody out. */
function canBeSolved(): boolean {
  const { APP_URL } = env();
  const isOwn = isLoopback(APP_URL) || new URL(APP_URL).hostname.endsWith(".localhost");
  return isOwn || isSecure();
}

/** Whether sign-in to a page requires a captcha. */
export async function pageRequiresCaptcha(ctx: Context, target: PageTarget): Promise<boolean> {
  return (
    canBeSolved() && ((await findPageIdentity(ctx, target))?.settings.captcha_enabled ?? false)
  );
}

/** Whether sign-in requires a captcha after failures from this address or for this account. */
export async function failuresRequireCaptcha(ctx: Context, email = ""): Promise<boolean> {
  const account = email.trim().toLowerCase();
  return canBeSolved() && hasFailedOften(ctx.db, { account, address: ctx.address });
}
