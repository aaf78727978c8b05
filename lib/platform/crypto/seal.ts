import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

type Derived = { secret: string; key: Buffer; given?: string | undefined };
const derived: Derived = { secret: "", key: Buffer.alloc(0) };

function appSecret(): string {
  return derived.given ?? env().APP_SECRET ?? "";
}

/** @param work uses another installation's APP_SECRET, and awaits nothing */
export function withSecret<T>(secret: string | undefined, work: () => T): T {
  const before = derived.given;
  derived.given = secret;
  try {
    return work();
  } finally {
    derived.given = before;
  }
}

export function keyFor(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", appSecret(), "", purpose, 32));
}

function sealingKey(): Buffer {
  const secret = appSecret();
  if (derived.key.length === 0 || derived.secret !== secret)
    Object.assign(derived, { secret, key: keyFor("allclear sealed values") });
  return derived.key;
}

/** AES-256-GCM; the result is nonce, tag and ciphertext. */
export function sealBytes(key: Buffer, bytes: Buffer, iv: Buffer = randomBytes(IV_BYTES)): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws {Error} when it was sealed under another key, or changed */
export function unsealBytes(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([opened, decipher.final()]);
}

function sealUnder(iv: Buffer, text: string): string {
  return sealBytes(sealingKey(), Buffer.from(text), iv).toString("base64");
}

/** AES-256-GCM under a key derived from APP_SECRET, as base64. */
export function seal(text: string): string {
  return sealUnder(randomBytes(IV_BYTES), text);
}

/** Deterministic, so that columns can be searched and unique, as in SIV modes. */
export function sealAlike(text: string): string {
  const digest = createHmac("sha256", sealingKey()).update(text, "utf8").digest();
  return sealUnder(digest.subarray(0, IV_BYTES), text);
}

/** @throws {Error} when the text was sealed under another APP_SECRET, or changed */
export function unseal(sealed: string): string {
  return unsealBytes(sealingKey(), Buffer.from(sealed, "base64")).toString("utf8");
}

/** @returns null when the text was sealed under another APP_SECRET, or changed */
export function unsealIfOurs(sealed: string): string | null {
  try {
    return unseal(sealed);
  } catch {
    return null;
  }
}
