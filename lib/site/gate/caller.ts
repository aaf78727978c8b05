import { database } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import { Restricted } from "#lib/core/access/restriction.ts";
import { hashToken, isSecret } from "#lib/core/access/tokens.ts";
import { type Actor, type Context, requestContext } from "#lib/core/request/context.ts";
import { findFeedReader } from "#lib/identity/visitor-sessions/feed-tokens.queries.ts";
import { sessionActor } from "#lib/identity/visitor-sessions/page-session.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";

/** The headers by which a visitor says who they are, and where. */
export type Credentials = {
  cookie: string | null | undefined;
  authorization: string | null | undefined;
  host: string | null | undefined;
};

async function callerOf(credentials: Credentials): Promise<Actor | null> {
  const { cookie, host, authorization } = credentials;
  const signedIn = await sessionActor(database(), cookie, host);
  if (signedIn) return signedIn;
  try {
    return await authenticate(database(), authorization ?? null);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** By which a program reads somebody's feeds of a page: nothing else that it sends counts. */
export type FeedAddress = { subdomain: string; token: string };

/** @throws {AppError} `not_found` */
async function readerOf({ subdomain, token }: FeedAddress): Promise<Actor> {
  const reader = isSecret(token) && (await findFeedReader(database(), subdomain, hashToken(token)));
  if (!reader) throw notFound();
  return { kind: "reader", ...reader };
}

/**
 * What anybody may see or, where that is nothing, what the one may who is signed in or sent a key.
 * @throws {Restricted} when neither may
 */
export async function openAsCaller<T>(
  credentials: Credentials | FeedAddress,
  open: (ctx: Context) => Promise<T>,
): Promise<T> {
  if ("token" in credentials) return open(requestContext(await readerOf(credentials)));
  try {
    return await open(requestContext());
  } catch (error) {
    if (!(error instanceof Restricted)) throw error;
    const actor = await callerOf(credentials);
    if (!actor || actor.kind === "visitor") throw error;
    return open(requestContext(actor));
  }
}

export function credentialsIn(headers: Headers): Credentials {
  const header = (name: string) => headers.get(name);
  return { cookie: header("cookie"), authorization: header("authorization"), host: header("host") };
}
