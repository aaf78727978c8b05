import type { Trx } from "#db/index.ts";
import { revokeUserKeys } from "#lib/api-keys/queries.ts";
import type { UserGrant } from "#lib/core/access/authorize.ts";
import { deletePasskeys } from "#lib/passkeys/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { endSessions } from "#lib/sessions/queries.ts";
import { deleteTwoFactor } from "#lib/two-factor/queries.ts";
import { confirmEmail } from "#lib/users/queries.ts";

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
