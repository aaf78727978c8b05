import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { deleteHoursBefore } from "#lib/services/check-history/queries.ts";

/** Charts of a quarter need hours. */
const KEPT_DAYS = 100;

export async function pruneCheckHours(): Promise<void> {
  const ctx = systemContext(database(), "prune-check-hours");
  const before = later(wireNow(), -KEPT_DAYS * DAY_SECONDS);
  while (await deleteHoursBefore(ctx.db, authorizeProgram(ctx), before));
}
