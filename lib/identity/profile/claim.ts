import type { Trx } from "#db/index.ts";
import type { UserGrant } from "#lib/core/access/authorize.ts";
import { revokeUserKeys } from "#lib/identity/api-keys/queries.ts";
import { deletePasskeys } from "#lib/identity/passkeys/queries.ts";
import { endSessions } from "#lib/identity/sessions/queries.ts";
import { deleteTwoFactor } from "#lib/identity/sign-in/two-factor.queries.ts";
import { confirmEmail } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Gives an account to whoever has shown to own its e-mail address for the first time: somebody else
 * may have made it by an invitation, and what they set up gives no access any more.
 */
export async function claimAccount(trx: Trx, grant: UserGrant): Promise<void> {
  await confirmEmail(trx, grant);
  await deleteTwoFactor(trx, grant);
  await deletePasskeys(trx, grant);
  await revokeUserKeys(trx, grant, wireNow());
  await endSessions(trx, grant);
}
