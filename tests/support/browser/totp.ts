import { TOTP } from "otpauth";
import { now } from "#lib/platform/clock.ts";

/** What an authenticator app with this key shows, so many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: now().getTime() + steps * 30_000 });
}
