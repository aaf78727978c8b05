import type { PageTarget } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { earlierOf, monthAfter } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { type CheckDay, listCheckDays } from "#lib/services/check-history/queries.ts";
import { addCounts, percentUp, withoutIgnored } from "#lib/services/check-history/sums.ts";
import { type UptimeDay, uptimeOf } from "#lib/services/uptime/uptime.ts";
import { listCorrections } from "#lib/services/uptime-corrections/queries.ts";
import { daysOfMonth, isMonth, monthOf } from "#lib/site/history/history.ts";
import { isShownDay } from "#lib/site/snapshot/days.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { type HistoryDays, historyDays } from "#lib/site/snapshot/records.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { type DayRange, readDays } from "#lib/site/uptime/read.ts";

const MONTHS = 3;

export type CalendarDay = {
  day: string;
  row: UptimeDay | null;
  kind: Severity | "none" | "unknown" | "ahead" | "hidden";
};

export type CalendarMonth = {
  month: string;
  days: CalendarDay[];
  uptime: number | null;
  checks: number | null;
  range: DayRange;
};

export type Calendar = {
  service: PublicService | null;
  months: CalendarMonth[];
  before: string | null;
  after: string | null;
};

type Moment = Pick<HistoryDays, "today"> & Pick<Snapshot, "as_of" | "page">;

function monthsOf(
  service: PublicService,
  { rows, checked }: { rows: readonly UptimeDay[]; checked: readonly CheckDay[] },
  months: readonly string[],
  { today, as_of, page }: Moment,
): CalendarMonth[] {
  const { time_zone } = page;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const { first_day } = service;
  const isShown = (day: string) => isShownDay(day, { page, as_of });
  const kindOf = (day: string): CalendarDay["kind"] => {
    if (day > today) return "ahead";
    if (!isShown(day)) return "hidden";
    return day < first_day ? "unknown" : (byDay.get(day)?.severity ?? "none");
  };
  return months.map((month) => {
    const days = daysOfMonth(month);
    const [from = month, to = month] = [days[0], days.at(-1)];
    const asked = { from_day: from, to_day: to, now: as_of, first_day, time_zone };
    const isListed = days.some((day) => kindOf(day) !== "hidden" && kindOf(day) !== "ahead");
    const within = rows.filter(({ day }) => monthOf(day) === month);
    const said = checked.filter(({ day }) => monthOf(day) === month && isShown(day));
    return {
      month,
      days: days.map((day) => ({ day, row: byDay.get(day) ?? null, kind: kindOf(day) })),
      uptime: isListed && service.uptime !== null ? uptimeOf(within, asked).percent : null,
      checks: service.uptime === null ? null : percentUp(addCounts(said)),
      range: { from, to },
    };
  });
}

/**
 * Reads the uptime calendar of a service, ending with the requested month.
 * @throws {AppError} `not_found`, also without a calendar or beyond its months; `forbidden`
 */
export async function loadUptimeCalendar(
  ctx: Context,
  { service_id, month, ...target }: PageTarget & { service_id?: number; month?: string },
): Promise<{ snapshot: Snapshot; calendar: Calendar }> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  if (!snapshot.page.settings.display_calendar) throw notFound();
  const [first] = snapshot.services;
  const service = service_id === undefined ? first : publicService(snapshot, service_id);
  if (!service)
    return { snapshot, calendar: { service: null, months: [], before: null, after: null } };
  const shown = await historyDays(ctx.db, grant, snapshot);
  const [oldest, newest] = [monthOf(shown.first_day), monthOf(shown.today)];
  const last = month ?? newest;
  if (!isMonth(last) || last < oldest || last > newest) throw notFound();
  const months = Array.from({ length: MONTHS }, (_, index) => monthAfter(last, index + 1 - MONTHS));
  const [from = shown.first_day] = daysOfMonth(monthAfter(last, 1 - MONTHS));
  const to = earlierOf(daysOfMonth(last).at(-1) ?? shown.today, shown.today);
  const service_ids = [service.id];
  const [rolled, said, corrections] = await Promise.all([
    readDays(ctx.db, grant, snapshot, service, { from, to }),
    listCheckDays(ctx.db, grant, { service_ids, from, to }),
    listCorrections(ctx.db, grant, { service_ids, from_day: from, to_day: to }),
  ]);
  const checked = withoutIgnored(said, corrections);
  const known = { rows: rolled.get(service.id) ?? [], checked };
  const earlier = monthAfter(last, -MONTHS);
  return {
    snapshot,
    calendar: {
      service,
      months: monthsOf(service, known, months, { ...shown, ...snapshot }),
      before: earlier >= oldest ? earlier : null,
      after: last < newest ? earlierOf(monthAfter(last, MONTHS), newest) : null,
    },
  };
}
