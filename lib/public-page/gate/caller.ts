import { database } from "#db/index.ts";
import { authenticate } from "#lib/auth/authenticate.ts";
import { tokenInCookies } from "#lib/auth/session-cookie.ts";
import { type Actor, type Context, requestContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { userOfToken } from "#lib/sessions/session-token.ts";

/** The headers by which a visitor says who they are. */
export type Credentials = {
  cookie: string | null | undefined;
  authorization: string | null | undefined;
};

async function callerOf({ cookie, authorization }: Credentials): Promise<Actor | null> {
  const user = await userOfToken(database(), tokenInCookies(cookie));
  if (user) return { kind: "user", user_id: user.id, api_key_id: null };
  try {
    return await authenticate(database(), authorization ?? null);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * What anybody may see or, where that is nothing, what the one may who is signed in or sent a key.
 * @throws {AppError} `forbidden` when neither may
 */
export async function openAsCaller<T>(
  credentials: Credentials,
  open: (ctx: Context) => Promise<T>,
): Promise<T> {
  try {
    return await open(requestContext());
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    const actor = await callerOf(credentials);
    if (!actor || actor.kind === "visitor") throw error;
    return open(requestContext(actor));
  }
}

export function credentialsIn(headers: Headers): Credentials {
  return { cookie: headers.get("cookie"), authorization: headers.get("authorization") };
}
