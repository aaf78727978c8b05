import { database } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { listAllAffected, NOTHING_AFFECTED } from "#lib/incidents/impacts.queries.ts";
import { listIncidentsAfter } from "#lib/incidents/queries.ts";
import { saveCourse } from "#lib/incidents/save-course.ts";
import { listUpdates } from "#lib/incidents/updates/queries.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const BATCH = 200;

/** @returns the last id of the batch; undefined: there are no more */
async function deriveBatch(
  ctx: Context,
  grant: PageGrant,
  after: number,
): Promise<number | undefined> {
  return changeRecords(ctx, grant, async (trx) => {
    const rows = await listIncidentsAfter(trx, grant, after, BATCH);
    const ids = rows.map(({ id }) => id);
    const affected = await listAllAffected(trx, grant, ids);
    const updates = await listUpdates(trx, grant, ids);
    for (const row of rows) {
      const known = affected.get(row.id) ?? NOTHING_AFFECTED;
      await saveCourse(trx, grant, row, updates.get(row.id) ?? [], known).catch((error) => {
        // Too many impacts to derive: it keeps one of each service.
        if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      });
    }
    return { result: ids.at(-1), audit: null, events: [] };
  });
}

/**
 * Derives the courses of a page's incidents from before there were any, then its days. Idempotent.
 */
export async function deriveCourses({ status_page_id }: Payloads["derive-courses"]): Promise<void> {
  const ctx = systemContext(database(), "derive-courses");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  for (let after: number | undefined = 0; after !== undefined; )
    after = await deriveBatch(ctx, grant, after);
  const key = `recount-days:${status_page_id}`;
  await ctx.db
    .transaction()
    .execute((trx) => enqueue(trx, "recount-days", { status_page_id }, { key }));
}
