import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { userOf } from "#lib/core/access/roles.ts";
import { hashToken, newSecret } from "#lib/core/access/tokens.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import {
  deleteFeedToken,
  findFeedTokenTime,
  putFeedToken,
} from "#lib/identity/visitor-sessions/feed-tokens.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/** Only feeds of restricted pages are personal. */
async function openOwnFeeds(
  ctx: Context,
  target: PageTarget,
): Promise<{ grant: PageGrant; user_id: number }> {
  const user_id = userOf(ctx.actor);
  const grant = await authorize(ctx, "page.visit", target);
  if (user_id === null || !grant.restricted) throw notFound();
  return { grant, user_id };
}

/** `since`: when the secret address was made; null: there is none. */
export type OwnAccess = { email: string; since: string | null };

/** @throws {AppError} `not_found`, `forbidden` */
export async function readOwnAccess(ctx: Context, target: PageTarget): Promise<OwnAccess> {
  const { grant, user_id } = await openOwnFeeds(ctx, target);
  const [user, since] = await Promise.all([
    findUser(ctx.db, user_id),
    findFeedTokenTime(ctx.db, grant, user_id),
  ]);
  if (!user) throw notFound();
  return { email: user.email, since: since ?? null };
}

/** @returns the new token; the old one ends @throws {AppError} `not_found`, `forbidden` */
export async function renewFeedToken(ctx: Context, target: PageTarget): Promise<string> {
  const { grant, user_id } = await openOwnFeeds(ctx, target);
  const token = newSecret();
  return changeRecords(ctx, grant, async (trx) => {
    const values = { token_hash: hashToken(token), inserted_at: wireNow() };
    const membership = await putFeedToken(trx, grant, user_id, values);
    if (membership === undefined) throw notFound();
    return {
      result: token,
      audit: { action: "feed_token.create", subject_id: membership },
      events: [],
    };
  });
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function revokeFeedToken(ctx: Context, target: PageTarget): Promise<void> {
  const { grant, user_id } = await openOwnFeeds(ctx, target);
  return changeRecords(ctx, grant, async (trx) => {
    const membership = await deleteFeedToken(trx, grant, user_id);
    if (membership === undefined) return unchanged(undefined);
    return {
      result: undefined,
      audit: { action: "feed_token.delete", subject_id: membership },
      events: [],
    };
  });
}
