import { database } from "#db/index.ts";
import { authenticate } from "#lib/api/authenticate.ts";
import { currentUser } from "#lib/auth/session.ts";
import { type Actor, type Context, requestContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";

async function callerOf(authorization: string | null): Promise<Actor | null> {
  const user = await currentUser();
  if (user) return { kind: "user", user_id: user.id, api_key_id: null };
  try {
    return await authenticate(database(), authorization);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * What anybody may see or, where that is nothing, what the one may who is signed in or sent a key.
 * @throws {AppError} `forbidden` when neither may
 */
export async function openAsCaller<T>(authorization: string | null, open: (ctx: Context) => Promise<T>): Promise<T> {
  try {
    return await open(requestContext());
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    const actor = await callerOf(authorization);
    if (!actor || actor.kind === "visitor") throw error;
    return open(requestContext(actor));
  }
}
