import { hash, randomBytes } from "node:crypto";

/** `uk_…` acts as a user, `ok_…` as an organization. */
export type KeyKind = "uk" | "ok";

export function newToken(kind: KeyKind): string {
  return `${kind}_${randomBytes(24).toString("base64url")}`;
}

/**
 * What is stored of a token: its SHA-256. The token has 192 random bits, so it needs no salt and no
 * slow hash.
 */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** What an operator sees of a key after its creation. */
export function tokenHint(token: string): string {
  return `${token.slice(0, 3)}…${token.slice(-4)}`;
}

/** The token of an `Authorization` header: bare, or after `Bearer`. */
export function tokenFrom(authorization: string | null): string | null {
  const token = authorization?.replace(/^Bearer\s+/i, "").trim();
  return token || null;
}

const SHAPE = /^[\w-]{32}$/;

/** 192 random bits, fit for addresses and cookies. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Whether a text can be a secret of ours. */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && SHAPE.test(text);
}
