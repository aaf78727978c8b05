import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isConflict, type Trx } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Announcement, announce } from "#lib/core/transaction/announce.ts";
import { type Outcome, sameAsBefore, Unchanged } from "#lib/core/transaction/outcome.ts";
import { log } from "#lib/platform/log.ts";

/** What a change writes of itself, last before its commit. */
type Write<Audit, Events> = (changed: { audit: Audit; events: Events }) => Promise<void>;

/** Ends the transaction of work that set everything to what it was: nothing of it is kept. */
class NothingChanged extends Error {
  readonly #result: unknown;
  constructor(result: unknown) {
    super("nothing changed");
    this.#result = result;
  }
  get outcome(): Unchanged<unknown> {
    return new Unchanged(this.#result);
  }
}

/**
 * Does what the request wants looked at before its work, the work, what the change writes of
 * itself, and what the request wants kept.
 */
export async function runWork<T, Audit, Events>(
  ctx: Context,
  trx: Trx,
  work: () => Promise<Outcome<T, Audit, Events>>,
  write: Write<Audit, Events>,
): Promise<Outcome<T, Audit, Events>> {
  await ctx.precondition?.(trx);
  const outcome = await work();
  if (!(outcome instanceof Unchanged)) {
    const same = sameAsBefore(outcome);
    if (same !== undefined) throw new NothingChanged(same);
    await write(outcome);
  }
  await ctx.before_commit?.(trx, outcome.result);
  return outcome;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

/**
 * One transaction. PostgreSQL ends one of several that wait for each other, or that cannot be
 * serialized: its work, all of which was rolled back, is done again after a random pause. So `work`
 * changes nothing but the database.
 * @returns what `work` returns; `Unchanged`, once all is rolled back, where it changed nothing
 * @throws whatever `work` throws; a conflict when it loses for the fifth time
 */
export async function transact<R>(
  ctx: Context,
  work: (trx: Trx) => Promise<R>,
): Promise<R | Unchanged<unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute(work);
    } catch (error) {
      if (error instanceof NothingChanged) return error.outcome;
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
      log().warn({ err: error, request_id: ctx.request_id, attempt }, "repeating the transaction");
      await sleep(randomInt(FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

/** What the verbs within a transaction have to tell once it is committed. */
const untold = new WeakMap<object, Announcement[]>();

/** Tells of a change, or keeps it until the change that it is part of is committed. */
export async function announceAfterCommit(
  { db }: Context,
  announcement: Announcement,
): Promise<void> {
  const waiting = untold.get(db);
  if (waiting) waiting.push(announcement);
  else await announce(announcement);
}

/**
 * Runs several verbs as one change: all of them or none, and nobody is told of one before all are
 * committed.
 * @param work gets the context for its verbs
 */
export async function changeAtomically<T>(
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
