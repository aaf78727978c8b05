import { database } from "#db/index.ts";
import { deleteExpiredResets } from "#lib/identity/sign-in/password-reset.queries.ts";
import { deleteExpiredSteps } from "#lib/identity/sign-in/two-factor.queries.ts";
import { deleteExpiredCodes } from "#lib/pages/sign-in-codes.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Deletes expired codes, second factors and password links. */
export async function pruneSignInCodes(): Promise<void> {
  const now = wireNow();
  await deleteExpiredCodes(database(), now);
  await deleteExpiredSteps(database(), now);
  await deleteExpiredResets(database(), now);
}
