import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { AHEAD_S, enqueueTimers } from "#lib/incidents/timers/plan-timers.ts";
import { type DueIncident, listDueIncidents } from "#lib/incidents/timers/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

const BATCH = 1_000;

/** Enqueues timers due soon, and overdue ones whose jobs a crash or a backup has lost. */
export async function watchTimers(): Promise<void> {
  const ctx = systemContext(database(), "watch-timers");
  const grant = authorizeProgram(ctx);
  const by = later(wireNow(), AHEAD_S);
  let after: DueIncident | null = null;
  for (;;) {
    const due: DueIncident[] = await listDueIncidents(ctx.db, grant, { by, after, limit: BATCH });
    await ctx.db.transaction().execute(async (trx) => {
      // Reversed, so that the earliest time of an incident wins.
      for (const one of due.toReversed()) await enqueueTimers(trx, one, one.due_at);
    });
    after = due.at(-1) ?? null;
    if (due.length < BATCH) return;
  }
}
