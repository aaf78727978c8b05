import { createHmac } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

/** Who passkeys are for: the application's own origin, and no other. */
export function relyingParty(): { id: string; origin: string } {
  const { origin, hostname } = new URL(env().APP_URL);
  return { id: hostname, origin };
}

/** What authenticators know a user by; it tells nobody who that is. */
export function userHandle(userId: number): Uint8Array<ArrayBuffer> {
  const mac = createHmac("sha256", env().APP_SECRET ?? "").update(`passkeys of user ${userId}`);
  return new Uint8Array(mac.digest());
}
