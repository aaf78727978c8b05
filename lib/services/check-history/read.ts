import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { DAY_SECONDS, fromWire, wireNow } from "#lib/platform/clock.ts";
import { listCheckDays } from "#lib/services/check-history/queries.ts";
import {
  type ResponseTimes,
  readResponseTimes,
} from "#lib/services/check-history/response-times.ts";
import { addCounts, type Counts } from "#lib/services/check-history/sums.ts";

type Target = PageTarget & { service_id: number };

/** What the checks of a service said over the last days of the page's zone, today included. */
export type CheckHistory = ResponseTimes & { counts: Counts; to: number };

/**
 * What checks said, and how fast they were answered; `to` in Unix seconds.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readCheckHistory(
  ctx: Context,
  { service_id, ...target }: Target,
  { days, step_seconds }: { days: number; step_seconds: number },
): Promise<CheckHistory> {
  const grant = await authorize(ctx, "page.read", target);
  const now = fromWire(wireNow());
  const to = Math.ceil(now.epochMilliseconds / 1_000) + 1;
  const from = to - days * DAY_SECONDS;
  const today = now.toZonedDateTimeISO(grant.time_zone).toPlainDate();
  const first = today.subtract({ days: days - 1 }).toString();
  const [times, checked] = await Promise.all([
    readResponseTimes(ctx.db, grant, { service_id, from, to, step_seconds }),
    listCheckDays(ctx.db, grant, { service_ids: [service_id], from: first, to: String(today) }),
  ]);
  return { ...times, counts: addCounts(checked), to };
}
