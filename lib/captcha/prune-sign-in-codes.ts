import { database } from "#db/index.ts";
import { deleteExpiredCodes } from "#lib/captcha/queries.ts";
import { wireNow } from "#lib/clock.ts";

/** Codes to sign in with are worth nothing once they have run out. */
export async function pruneSignInCodes(): Promise<void> {
  await deleteExpiredCodes(database(), wireNow());
}
