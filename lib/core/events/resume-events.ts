import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { listUndispatched } from "#lib/core/events/queries.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

const PATIENCE_S = 60;
const BATCH = 1_000;

/** Dispatches overdue events: a killed process keeps its jobs locked for hours. */
export async function resumeEvents(): Promise<void> {
  const ctx = systemContext(database(), "resume-events");
  const now = wireNow();
  const event_ids = await listUndispatched(ctx.db, authorizeProgram(ctx), {
    from: later(now, -DAY_SECONDS),
    until: later(now, -PATIENCE_S),
    limit: BATCH,
  });
  if (event_ids.length === 0) return;
  await ctx.db
    .transaction()
    .execute((trx) => enqueue(trx, "dispatch-event", { event_ids }, { key: "resumed-events" }));
}
