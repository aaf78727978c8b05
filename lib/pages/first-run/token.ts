import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

/**
 * The secret of the link by which an empty database gets its first owner: alike in every process and
 * after every start, and never stored.
 */
function firstRunToken(): string {
  return createHmac("sha256", env().APP_SECRET ?? "")
    .update("allclear first run")
    .digest("base64url");
}

export function isFirstRunToken(token: string): boolean {
  const [own, given] = [firstRunToken(), token].map((text) => Buffer.from(text));
  return own !== undefined && given?.length === own.length && timingSafeEqual(own, given);
}

export function firstRunUrl(): string {
  return `${env().APP_URL}/setup/${firstRunToken()}`;
}
