import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { Payloads } from "#lib/core/queue/payloads.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { listIncidentsById } from "#lib/incidents/queries.ts";
import { planTimers as plan, readTimers } from "#lib/incidents/timers/plan.ts";
import { lockCurrentIncidents } from "#lib/incidents/timers/queries.ts";
import { listUpdates } from "#lib/incidents/updates/incident-updates.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

const BATCH = 100;

/** Plans anew what time will cause with whatever of a page is not over, after its settings changed. */
export async function planTimers({ status_page_id }: Payloads["plan-timers"]): Promise<void> {
  const ctx = systemContext(database(), "plan-timers");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await recordFacts(ctx, grant, async (trx) => {
      const batch = { after: from, now: wireNow(), limit: BATCH };
      const ids = await lockCurrentIncidents(trx, grant, batch);
      const rows = ids.length > 0 ? await listIncidentsById(trx, grant, ids) : [];
      const posted = await listUpdates(trx, grant, ids);
      for (const row of rows) {
        const timers = await readTimers(trx, grant, row.id);
        await plan(trx, grant, row, timers, { updates: posted.get(row.id) ?? [], isNew: false });
      }
      const last = ids.length < BATCH ? null : (ids.at(-1) ?? null);
      return { result: last, audit: null, events: [] };
    });
  }
}
