import { accountContext, startSession } from "#lib/identity/sessions/session.ts";
import type { Method } from "#lib/identity/users/schema.ts";

/** The account of whoever is signed in; forms do not say whose it is. */
export async function own() {
  const { user, session } = await accountContext();
  return {
    user,
    session,
    target: { user_id: user.id },
    /** A session that began with a password alone becomes another one, which proves more. */
    async strengthen(method: Method): Promise<void> {
      if (session.method === "password") await startSession(user, method);
    },
  };
}
