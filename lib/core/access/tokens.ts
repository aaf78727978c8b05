import { hash, randomBytes } from "node:crypto";

/** `uk_…` acts as a user, `ok_…` as an organization. */
export type KeyKind = "uk" | "ok";

export function newToken(kind: KeyKind): string {
  return `${kind}_${randomBytes(24).toString("base64url")}`;
}

/** 192 random bits need neither salt nor slow hash. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export function tokenHint(token: string): string {
  return `${token.slice(0, 3)}…${token.slice(-4)}`;
}

export function tokenFrom(authorization: string | null): string | null {
  const token = authorization?.replace(/^Bearer\s+/i, "").trim();
  return token || null;
}

const SHAPE = /^[\w-]{32}$/;

export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

export function isSecret(text: string | undefined): text is string {
  return text !== undefined && SHAPE.test(text);
}
