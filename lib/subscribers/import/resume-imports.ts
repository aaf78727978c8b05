import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { deleteOldImports, listStalled } from "#lib/subscribers/import/queries.ts";

const PATIENCE_S = 60;
const KEPT_DAYS = 30;

/** Resumes imports of killed processes and deletes old ones. */
export async function resumeImports(): Promise<void> {
  const ctx = systemContext(database(), "resume-imports");
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  await deleteOldImports(ctx.db, later(now, -KEPT_DAYS * DAY_SECONDS));
  const stalled = await listStalled(ctx.db, grant, later(now, -PATIENCE_S));
  if (stalled.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    for (const { id, status_page_id } of stalled)
      await enqueue(trx, "import-subscriptions", { status_page_id, import_id: id });
  });
}
