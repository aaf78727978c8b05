import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findMonitor, readChecksHealth } from "#lib/monitoring/checks/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";

/**
 * What the checks of a service say, and how the checks themselves are.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readChecks(ctx: Context, target: ServiceTarget) {
  const grant = await authorize(ctx, "page.read", target);
  const [monitor, health] = await Promise.all([
    findMonitor(ctx.db, grant, target.service_id),
    readChecksHealth(ctx.db),
  ]);
  return { monitor, health };
}
