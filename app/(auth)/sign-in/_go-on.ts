import { sessionContextOf } from "#lib/identity/sessions/session.ts";
import type { Session } from "#lib/identity/sessions/session-token.ts";
import { handOver, type Wish } from "#lib/identity/visitor-sessions/session-handoff.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/** Where somebody who is signed in goes on to; null where their account may not. */
export async function goOn(session: Session, wish: Wish): Promise<string | null> {
  try {
    return await handOver(sessionContextOf(session), session, wish);
  } catch (error) {
    if (error instanceof AppError && ["forbidden", "not_found"].includes(error.code)) return null;
    throw error;
  }
}
