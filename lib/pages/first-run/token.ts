import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

/** Derived from APP_SECRET, so it is the same in every process and never stored. */
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
