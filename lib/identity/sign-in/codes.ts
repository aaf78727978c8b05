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

export function newSealedSecret(): string {
  return seal(new Secret({ size: SECRET_BYTES }).base32);
}

/** @returns null when the secret was sealed under another APP_SECRET */
export function provisioning(
  secret_sealed: string,
  label: { issuer: string; label: string },
): { secret: string; uri: string } | null {
  const secret = unsealIfOurs(secret_sealed);
  return secret === null ? null : { secret, uri: totp(secret, label).toString() };
}

/**
 * @returns the time step of the code, at most one off; null when none matches or the secret is lost
 */
export function stepOf(secret_sealed: string, typed: string): number | null {
  const timestamp = now().getTime();
  const token = typed.replace(/\s/g, "");
  const secret = unsealIfOurs(secret_sealed);
  if (secret === null || !/^\d{6}$/.test(token)) return null;
  const delta = totp(secret).validate({ token, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
}

// Crockford's alphabet has no letters that look like digits.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 16;

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

/** Whether APP_SECRET changed since the app was set up, so that its codes cannot be checked. */
export async function isAppLost(db: Db, userId: number): Promise<boolean> {
  const row = await findTwoFactor(db, userId);
  return row !== undefined && unsealIfOurs(row.secret_sealed) === null;
}

/** Accepts a code of the app or a recovery code, once. */
export async function isSecondFactor(db: Db, userId: number, typed: string): Promise<boolean> {
  const row = await findTwoFactor(db, userId);
  if (!row || row.confirmed_at === null) return false;
  const step = stepOf(row.secret_sealed, typed);
  if (step !== null) return takeStep(db, userId, step);
  return takeRecoveryCode(db, userId, hashRecoveryCode(typed));
}
