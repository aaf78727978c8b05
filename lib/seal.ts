import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#lib/env.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

const derived = { secret: "", key: Buffer.alloc(0) };

function sealingKey(): Buffer {
  const secret = env().APP_SECRET ?? "";
  if (derived.key.length === 0 || derived.secret !== secret) {
    const key = Buffer.from(hkdfSync("sha256", secret, "", "allclear sealed values", 32));
    Object.assign(derived, { secret, key });
  }
  return derived.key;
}

function sealUnder(iv: Buffer, text: string): string {
  const cipher = createCipheriv("aes-256-gcm", sealingKey(), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/**
 * What must not lie readable in the database: AES-256-GCM under a key derived from APP_SECRET, as
 * base64.
 */
export function seal(text: string): string {
  return sealUnder(randomBytes(IV_BYTES), text);
}

/**
 * As `seal`, but the same text is sealed alike, so that it can be looked for and be unique: whoever
 * reads the database sees which of them are equal, and no more. The nonce is a keyed digest of the
 * text, as in SIV modes.
 */
export function sealAlike(text: string): string {
  const digest = createHmac("sha256", sealingKey()).update(text, "utf8").digest();
  return sealUnder(digest.subarray(0, IV_BYTES), text);
}

/** @throws {Error} when the text was sealed under another APP_SECRET, or changed */
export function unseal(sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString("utf8");
}

/** @returns null for what was sealed under another APP_SECRET, or changed */
export function unsealIfOurs(sealed: string): string | null {
  try {
    return unseal(sealed);
  } catch {
    return null;
  }
}
