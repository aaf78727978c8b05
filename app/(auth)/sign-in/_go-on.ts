import { sessionContextOf } from "#lib/identity/sessions/session.ts";
import type { Session } from "#lib/identity/sessions/session-token.ts";
import {
  createHandoff,
  type ReturnTarget,
} from "#lib/identity/visitor-sessions/session-handoff.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/** Where somebody who is signed in goes on to; null where their account may not. */
export async function goOn(session: Session, wish: ReturnTarget): Promise<string | null> {
  try {
    return await createHandoff(sessionContextOf(session), session, wish);
  } catch (error) {
    if (error instanceof AppError && ["forbidden", "not_found"].includes(error.code)) return null;
    throw error;
  }
}
