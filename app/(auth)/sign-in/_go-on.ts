import { handOver } from "#lib/page-sessions/hand-over.ts";
import type { Wish } from "#lib/page-sessions/wish.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { sessionContextOf } from "#lib/sessions/session.ts";
import type { Session } from "#lib/sessions/session-token.ts";

/** Where somebody who is signed in goes on to; null where their account may not. */
export async function goOn(session: Session, wish: Wish): Promise<string | null> {
  try {
    return await handOver(sessionContextOf(session), session, wish);
  } catch (error) {
    if (error instanceof AppError && ["forbidden", "not_found"].includes(error.code)) return null;
    throw error;
  }
}
