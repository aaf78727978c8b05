import type { Trx } from "#db/index.ts";
import { authorizeJob, authorizeProgram, type PageGrant } from "#lib/core/access/authorize.ts";
import { beginDispatch, type EventRow, finishDispatch } from "#lib/core/events/queries.ts";
import { checkAtHome } from "#lib/core/moves/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** A consumer notifies its listeners through a ledger of its own. */
export type Consumer = {
  name: string;
  /**
   * Inserts the next targets, with ids above `after`, in one statement. The ledger is unique on
   * event and target, so repeating adds nothing.
   * @returns the id to go on from; null: that was all
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
    after = await ctx.db.transaction().execute(async (trx) => {
      await checkAtHome(ctx, trx, grant);
      return consumer.addTargets(trx, grant, event, from);
    });
  }
}

async function failuresOf<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<Map<T, unknown>> {
  const failures = new Map<T, unknown>();
  for (const one of all) await work(one).catch((error) => failures.set(one, error));
  return failures;
}

/**
 * Repeating it, after a crash or beside another process, adds what is missing.
 * @throws {AggregateError} after all consumers ran
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

/** @throws {AggregateError} after all events were tried */
export async function dispatchEvents(
  ctx: Context,
  ids: readonly number[],
  consumers: readonly Consumer[],
): Promise<void> {
  const failures = await failuresOf(ids, (id) => dispatchEvent(ctx, id, consumers));
  if (failures.size > 0) throw new AggregateError(failures.values(), "events are not dispatched");
}
