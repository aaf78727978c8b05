import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findLastBeat } from "#lib/monitoring/heartbeats/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";

/** When a service's last heartbeat came; null: none so far. @throws {AppError} `not_found`, `forbidden` */
export async function getLastBeat(ctx: Context, target: ServiceTarget): Promise<string | null> {
  const grant = await authorize(ctx, "page.read", target);
  return findLastBeat(ctx.db, grant, target.service_id);
}
