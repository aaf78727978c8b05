import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isConflict, type Trx } from "#db/index.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { checkChangedNames } from "#lib/core/fields/name.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Announcement, announce } from "#lib/core/transaction/announce.ts";
import { type Outcome, sameAsBefore, Unchanged } from "#lib/core/transaction/outcome.ts";
import { log } from "#lib/platform/log.ts";

type Write<Audit, Events> = (changed: { audit: Audit; events: Events }) => Promise<void>;

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

/** Runs precondition, work, audit and events, and before-commit hook, in this order. */
export async function runWork<T, Audit extends AuditEntry | null, Events>(
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
    if (outcome.audit) checkChangedNames(outcome.audit);
    await write(outcome);
  }
  await ctx.before_commit?.(trx, outcome.result);
  return outcome;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

/**
 * Repeats work that lost a conflict, after a random pause, so it must change only the database.
 * @returns `Unchanged`, rolled back, where nothing changed
 * @throws a conflict when it loses for the fifth time
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

/** Announcements of verbs within an open transaction. */
const untold = new WeakMap<object, Announcement[]>();

export async function announceAfterCommit(
  { db }: Context,
  announcement: Announcement,
): Promise<void> {
  const waiting = untold.get(db);
  if (waiting) waiting.push(announcement);
  else await announce(announcement);
}

/** Runs several verbs in one transaction and announces them after its commit. */
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
