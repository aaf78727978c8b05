import { authorizeUser } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { changeAtomically } from "#lib/core/transaction/transact.ts";
import { MAX_AGE_S, verifyLogoutToken } from "#lib/identity/oidc/logout-token.ts";
import { configurationOf } from "#lib/identity/oidc/provider.ts";
import { findIdentityUser } from "#lib/identity/oidc/queries.ts";
import { endProviderSessions, listUsersOfSession } from "#lib/identity/sessions/queries.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";

// As long as a token is accepted, and the clocks may differ.
const ONCE = { name: "logout token", most: 1, period_s: 2 * MAX_AGE_S };

type LogoutRequest = { provider: OidcProvider; sid: string | undefined };

async function endSessionsOfUser(
  ctx: Context,
  user_id: number,
  { provider, sid }: LogoutRequest,
): Promise<number> {
  const grant = await authorizeUser(ctx, { user_id });
  return changeOrganization(ctx, grant, async (trx) => {
    const ended = await endProviderSessions(trx, grant, provider.issuer, sid);
    if (ended === 0) return unchanged(0);
    const changes = { ended, provider: provider.name };
    return {
      result: ended,
      audit: { action: "user.end_sessions", subject_id: user_id, changes },
      events: [],
    };
  });
}

/**
 * Ends the sessions that the provider's token names: one of its sessions, or all that a person
 * began there.
 * @returns how many
 * @throws when the token proves nothing, or was used before
 */
export async function endSessionsByToken(
  ctx: Context,
  provider: OidcProvider,
  token: string,
): Promise<number> {
  const { iss, sub, sid, jti } = await verifyLogoutToken(await configurationOf(provider), token);
  const system: Context = { ...ctx, actor: { kind: "system" } };
  // A token whose sessions could not be ended can be sent again.
  return changeAtomically(system, async (inside) => {
    const { db } = inside;
    if ((await consume(db, ONCE, `${iss} ${jti}`)) > 0) throw new Error("the token was used");
    const user = sub && (await findIdentityUser(db, { issuer: iss, subject: sub }));
    const ofSession = sid ? await listUsersOfSession(db, provider.issuer, sid) : null;
    const named = sub === undefined ? ofSession : [user].flatMap((one) => (one ? one.id : []));
    let ended = 0;
    for (const user_id of named ?? [])
      ended += await endSessionsOfUser(inside, user_id, { provider, sid });
    return ended;
  });
}
