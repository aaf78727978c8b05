import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { removesText } from "#lib/core/transaction/outcome.ts";
import { dayBounds, dayOf, fromWire, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import { serviceExists } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import {
  type CorrectionRow,
  deleteCorrection,
  findCorrection,
  listCorrectionRows,
  saveCorrection,
} from "#lib/services/uptime-corrections/queries.ts";
import type { CorrectDay, DayCorrection } from "#lib/services/uptime-corrections/schema.ts";

type DayTarget = ServiceTarget & { day: string };

function serialize(row: CorrectionRow): DayCorrection {
  const { day, time_zone, downtime_seconds, ignore_checks, reason, inserted_at, updated_at } = row;
  const { from: starts_at, to: ends_at } = dayBounds(day, time_zone);
  const said = { downtime_seconds, ignore_checks, reason };
  return { day, starts_at, ends_at, ...said, inserted_at, updated_at };
}

const MAX_YEARS = 10;

/** @throws {AppError} `invalid` unless the day is over and at most `MAX_YEARS` ago */
function secondsOf(day: string, zone: string): number {
  const today = Temporal.PlainDate.from(dayOf(wireNow(), zone));
  const date = Temporal.PlainDate.from(day);
  const isPast = Temporal.PlainDate.compare(date, today) < 0;
  if (!isPast || Temporal.PlainDate.compare(date, today.subtract({ years: MAX_YEARS })) < 0)
    throw invalid({ day: [{ code: "invalid" }] });
  const { from, to } = dayBounds(day, zone);
  return secondsBetween(from, to);
}

/**
 * Corrects a past day of a service; repeating it replaces the correction. Downtime is limited to
 * the length of the day.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function correctDay(
  ctx: Context,
  { day, ...target }: DayTarget,
  input: CorrectDay,
): Promise<DayCorrection> {
  const grant = await authorize(ctx, "uptime.write", target);
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const { time_zone } = page;
    const length = secondsOf(day, time_zone);
    const { service_id } = target;
    if (!(await serviceExists(trx, grant, service_id))) throw notFound();
    const before = await findCorrection(trx, grant, { service_id, day });
    const reason = input.reason || before?.reason;
    if (!reason) throw invalid({ reason: [{ code: "blank" }] });
    const asked = input.downtime_seconds ?? null;
    const downtime_seconds = asked === null ? null : Math.min(asked, length);
    const row = await saveCorrection(trx, grant, {
      ...{ service_id, day, time_zone, downtime_seconds, reason },
      ignore_checks: input.ignore_checks ?? false,
      updated_at: wireNow(),
    });
    if (before && removesText(before, row)) withdraw("content");
    return {
      result: serialize(row),
      audit: {
        action: "day_correction.update",
        subject_id: service_id,
        changes: { day, downtime_seconds, ignore_checks: row.ignore_checks, reason },
        ...(before && { before: serialize(before) }),
      },
      events: [],
      ...(before && { was: { result: serialize(before) } }),
    };
  });
}

/** Removes a correction. @throws {AppError} `not_found`, `forbidden` */
export async function undoCorrection(
  ctx: Context,
  { day, service_id, ...target }: DayTarget,
): Promise<void> {
  const grant = await authorize(ctx, "uptime.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const before = await deleteCorrection(trx, grant, { service_id, day });
    if (!before) throw notFound();
    withdraw("content");
    return {
      result: undefined,
      audit: {
        action: "day_correction.delete",
        subject_id: service_id,
        changes: { day },
        before: serialize(before),
      },
      events: [],
    };
  });
}

/** Newest day first. @throws {AppError} `not_found`, `forbidden` */
export async function listDayCorrections(
  ctx: Context,
  { service_id, ...target }: ServiceTarget,
): Promise<DayCorrection[]> {
  const grant = await authorize(ctx, "page.read", target);
  if (!(await serviceExists(ctx.db, grant, service_id))) throw notFound();
  const first = fromWire(wireNow()).toZonedDateTimeISO(grant.time_zone).toPlainDate();
  const from_day = first.subtract({ years: MAX_YEARS + 1 }).toString();
  const rows = await listCorrectionRows(ctx.db, grant, { from_day, service_id });
  return rows.map(serialize);
}
