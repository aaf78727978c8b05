import { randomBytes } from "node:crypto";

const SHAPE = /^[\w-]{32}$/;

/** 192 random bits, fit for addresses and cookies. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Whether a text can be a secret of ours. */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && SHAPE.test(text);
}
