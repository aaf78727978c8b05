import type { Context } from "#lib/core/request/context.ts";
import { readCall } from "#lib/monitoring/reports/call.ts";
import { readByJsonpath } from "#lib/monitoring/reports/read-by-jsonpath.ts";
import { listReports } from "#lib/monitoring/reports/receive-report.ts";
import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import type { JsonpathSettings } from "#lib/services/schema.ts";

const MAX_TRIED = 10;
const ANYWHERE = "https://tried.invalid/";

/**
 * The latest calls, as other settings would have understood what is kept of them.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function tryJsonpath(
  ctx: Context,
  target: ServiceTarget,
  settings: JsonpathSettings,
): Promise<ServiceReport[]> {
  const reports = await listReports(ctx, target);
  const calls = reports.filter(({ source }) => source === "webhook").slice(0, MAX_TRIED);
  const tried: ServiceReport[] = [];
  for (const report of calls) {
    const call = await readCall(ANYWHERE, Buffer.from(report.content));
    const outcome = await readByJsonpath(call, settings, `trial of ${target.subdomain}`);
    const { understood, reason, detail } = outcome;
    tried.push({ ...report, understood, reason: understood === null ? reason : null, detail });
  }
  return tried;
}
