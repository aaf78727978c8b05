import type { Trx } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Announcement, announce } from "#lib/core/transaction/announce.ts";

/** What the verbs within a transaction have to tell once it is committed. */
const untold = new WeakMap<object, Announcement[]>();

/** Tells of a change, or keeps it until the change that it is part of is committed. */
export async function tellAfter({ db }: Context, announcement: Announcement): Promise<void> {
  const waiting = untold.get(db);
  if (waiting) waiting.push(announcement);
  else await announce(announcement);
}

/**
 * Runs several verbs as one change: all of them or none, and nobody is told of one before all are
 * committed.
 * @param work gets the context for its verbs
 */
export async function changeTogether<T>(
  ctx: Context,
  work: (inside: Context & { db: Trx }) => Promise<T>,
): Promise<T> {
  const announcements: Announcement[] = [];
  const result = await ctx.db.transaction().execute(async (trx) => {
    untold.set(trx, announcements);
    return work({ ...ctx, db: trx });
  });
  for (const announcement of announcements) await announce(announcement);
  return result;
}
