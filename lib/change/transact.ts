import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isConflict, type Trx } from "#db/index.ts";
import { type Outcome, Unchanged } from "#lib/change/outcome.ts";
import type { Context } from "#lib/context.ts";
import { log } from "#lib/log.ts";

/** What a change writes of itself, last before its commit. */
type Write<Audit, Events> = (changed: { audit: Audit; events: Events }) => Promise<void>;

/**
 * Does what the request wants looked at before its work, the work, what the change writes of
 * itself, and what the request wants kept.
 */
export async function perform<T, Audit, Events>(
  ctx: Context,
  trx: Trx,
  work: () => Promise<Outcome<T, Audit, Events>>,
  write: Write<Audit, Events>,
): Promise<Outcome<T, Audit, Events>> {
  await ctx.precondition?.(trx);
  const outcome = await work();
  if (!(outcome instanceof Unchanged)) await write(outcome);
  await ctx.before_commit?.(trx, outcome.result);
  return outcome;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

/**
 * One transaction. PostgreSQL ends one of several that wait for each other, or that cannot be
 * serialized: its work, all of which was rolled back, is done again after a random pause. So `work`
 * changes nothing but the database.
 * @throws whatever `work` throws; a conflict when it loses for the fifth time
 */
export async function transact<T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute(work);
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
      log().warn({ err: error, request_id: ctx.request_id, attempt }, "repeating the transaction");
      await sleep(randomInt(FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}
