import type { Db } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { DAY_SECONDS, fromWire, wireNow } from "#lib/platform/clock.ts";
import {
  listCheckDays,
  listHistograms,
  listResponseTimeSteps,
} from "#lib/services/check-history/queries.ts";
import { addCounts, type Counts, quantileOf } from "#lib/services/check-history/sums.ts";

/** Unix seconds. */
type ResponseTimeQuery = { service_id: number; from: number; to: number; step_seconds: number };

/** Milliseconds. */
type Point = {
  time: number;
  value: number;
  count: number;
  min: number;
  max: number;
  last: number;
};

type ResponseTimes = {
  points: Point[];
  /** Milliseconds over the whole span; null: nothing was timed. */
  mean: number | null;
  p95: number | null;
};

const P95 = 0.95;

export async function getResponseTimes(
  db: Db,
  grant: PageGrant,
  asked: ResponseTimeQuery,
): Promise<ResponseTimes> {
  const [steps, histograms] = await Promise.all([
    listResponseTimeSteps(db, grant, asked),
    listHistograms(db, grant, asked),
  ]);
  const points = steps.map(({ time, timed, sum_ms, min_ms, max_ms }) => {
    const value = sum_ms / timed;
    return { time, value, count: timed, min: min_ms, max: max_ms, last: value };
  });
  const timed = steps.reduce((sum, step) => sum + step.timed, 0);
  const sum_ms = steps.reduce((sum, step) => sum + step.sum_ms, 0);
  const most = Math.max(...steps.map(({ max_ms }) => max_ms));
  const p95 = quantileOf(histograms, P95);
  return {
    points,
    mean: timed > 0 ? sum_ms / timed : null,
    p95: p95 === null ? null : Math.min(p95, most),
  };
}

type Target = PageTarget & { service_id: number };

/** `counts`: of the last days in the page's zone, including today. */
export type CheckHistory = ResponseTimes & { counts: Counts; to: number };

/** `to`: Unix seconds. @throws {AppError} `not_found`, `forbidden` */
export async function getCheckHistory(
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
    getResponseTimes(ctx.db, grant, { service_id, from, to, step_seconds }),
    listCheckDays(ctx.db, grant, { service_ids: [service_id], from: first, to: String(today) }),
  ]);
  return { ...times, counts: addCounts(checked), to };
}
