import { database } from "#db/index.ts";
import { Moved } from "#lib/core/moves/move.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { applyReports } from "#lib/notifications/provider-reports/apply-reports.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";

/** @throws {Moving} */
export async function applyLateReport({
  status_page_id,
  report_sealed,
}: Payloads["apply-late-report"]): Promise<void> {
  const report = unsealIfOurs(report_sealed);
  if (report === null) return;
  const ctx = systemContext(database(), "apply-late-report");
  await applyReports(ctx, status_page_id, [JSON.parse(report)]).catch((error) => {
    // The move is about to take this job along.
    throw error instanceof Moved ? new Error(error.message) : error;
  });
}
