import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Db } from "#db/index.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import {
  findTwoFactor,
  takeRecoveryCode,
  takeStep,
} from "#lib/identity/sign-in/two-factor.queries.ts";
import { now } from "#lib/platform/clock.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";

const PERIOD_S = 30;
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;

function totp(secret: string, label?: { issuer: string; label: string }): TOTP {
  return new TOTP({ ...label, secret, algorithm: "SHA1", digits: 6, period: PERIOD_S });
}

/** A new secret for an authenticator app, sealed. */
export function newSealedSecret(): string {
  return seal(new Secret({ size: SECRET_BYTES }).base32);
}

/**
 * What an authenticator app needs: the secret to type, and the address that a QR code holds; null:
 * it was sealed under a lost APP_SECRET.
 */
export function provisioning(
  secret_sealed: string,
  label: { issuer: string; label: string },
): { secret: string; uri: string } | null {
  const secret = unsealIfOurs(secret_sealed);
  return secret === null ? null : { secret, uri: totp(secret, label).toString() };
}

/**
 * The step of time whose code this is, now or one before or after; null: none, also where the
 * secret was sealed under a lost APP_SECRET.
 */
export function stepOf(secret_sealed: string, typed: string): number | null {
  const timestamp = now().getTime();
  const token = typed.replace(/\s/g, "");
  const secret = unsealIfOurs(secret_sealed);
  if (secret === null || !/^\d{6}$/.test(token)) return null;
  const delta = totp(secret).validate({ token, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
}

// Crockford's: no letters that are taken for digits.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 16;

/** A recovery code of 80 bits: `k7qm-w2fd-…`, four groups of four. */
function newRecoveryCode(): string {
  const characters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(32)]);
  return characters.join("").match(/.{4}/g)?.join("-") ?? "";
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

/** 80 random bits need no slow hash. */
export function hashRecoveryCode(typed: string): Buffer {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  return hashToken(plain.replaceAll("o", "0").replace(/[il]/g, "1"));
}

export async function hasTwoFactor(db: Db, userId: number): Promise<boolean> {
  return ((await findTwoFactor(db, userId))?.confirmed_at ?? null) !== null;
}

/** Whether codes of the user's app cannot be checked: its secret was sealed under a lost APP_SECRET. */
export async function isAppLost(db: Db, userId: number): Promise<boolean> {
  const row = await findTwoFactor(db, userId);
  return row !== undefined && unsealIfOurs(row.secret_sealed) === null;
}

/** Whether it is a code of the user's app or a recovery code, not used before; it is then. */
export async function isSecondFactor(db: Db, userId: number, typed: string): Promise<boolean> {
  const row = await findTwoFactor(db, userId);
  if (!row || row.confirmed_at === null) return false;
  const step = stepOf(row.secret_sealed, typed);
  if (step !== null) return takeStep(db, userId, step);
  return takeRecoveryCode(db, userId, hashRecoveryCode(typed));
}
