import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { newChangeId } from "#lib/core/transaction/announce.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { allowLongStatements, lockPage, notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { rebuildCheckDays } from "#lib/services/check-history/queries.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";

/** Recomputes a page's days after its time zone changed. */
export async function recountDays({ status_page_id }: Payloads["recount-days"]): Promise<void> {
  const ctx = systemContext(database(), "recount-days");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await changeRecords(ctx, grant, async (trx) => {
    // The days of a large page take longer than a statement may.
    await allowLongStatements(trx);
    // A change of the page rebuilds some of the same days.
    const { time_zone } = await lockPage(trx, grant);
    await rebuildAllServiceDays(trx, grant);
    await rebuildCheckDays(trx, grant, time_zone);
    const change = { withdrawn: "nothing", access: "same", id: newChangeId() } as const;
    await notifyPageChanged(trx, status_page_id, change);
    return { result: undefined, audit: null, events: [] };
  });
}
