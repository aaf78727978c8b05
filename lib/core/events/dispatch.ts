import type { Trx } from "#db/index.ts";
import { authorizeJob, authorizeProgram, type PageGrant } from "#lib/core/access/authorize.ts";
import { beginDispatch, type EventRow, finishDispatch } from "#lib/core/events/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Somebody who tells others of events, by a ledger of their own. */
export type Consumer = {
  /** As a failure of it is reported. */
  name: string;
  /**
   * Writes the next targets of an event, those whose ids come after `after`, into the ledger, in
   * one statement, and has them served. The ledger is unique on event and target: doing it again
   * adds nothing.
   * @returns the id after which it goes on; null: that was all
   */
  addTargets(trx: Trx, grant: PageGrant, event: EventRow, after: number): Promise<number | null>;
};

async function addAll(
  ctx: Context,
  grant: PageGrant,
  event: EventRow,
  consumer: Consumer,
): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await ctx.db
      .transaction()
      .execute((trx) => consumer.addTargets(trx, grant, event, from));
  }
}

/** What failed, and how, of what was done one after the other whether or not something failed. */
async function failuresOf<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<Map<T, unknown>> {
  const failures = new Map<T, unknown>();
  for (const one of all) await work(one).catch((error) => failures.set(one, error));
  return failures;
}

/**
 * Tells every consumer of an event. Done again, be it after a crash in between or beside another
 * process, it adds what is missing.
 * @throws {AggregateError} what consumers threw, after all had their turn
 */
async function dispatchEvent(
  ctx: Context,
  id: number,
  consumers: readonly Consumer[],
): Promise<void> {
  const program = authorizeProgram(ctx);
  const event = await beginDispatch(ctx.db, program, id, wireNow());
  const grant = event && (await authorizeJob(ctx, event.status_page_id));
  if (!grant) return;
  const failures = await failuresOf(consumers, (one) => addAll(ctx, grant, event, one));
  if (failures.size > 0) {
    const names = [...failures.keys()].map(({ name }) => name).join(", ");
    throw new AggregateError(failures.values(), `event ${id} is not dispatched by ${names}`);
  }
  await finishDispatch(ctx.db, program, event, wireNow());
}

/** @throws {AggregateError} what failed, after all the others were dispatched */
export async function dispatchEvents(
  ctx: Context,
  ids: readonly number[],
  consumers: readonly Consumer[],
): Promise<void> {
  const failures = await failuresOf(ids, (id) => dispatchEvent(ctx, id, consumers));
  if (failures.size > 0) throw new AggregateError(failures.values(), "events are not dispatched");
}
