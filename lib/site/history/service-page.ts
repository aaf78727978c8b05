import type { Context } from "#lib/core/request/context.ts";
import { dayBounds, dayOf, firstDayOf, laterOf } from "#lib/platform/clock.ts";
import { listCheckDays } from "#lib/services/check-history/queries.ts";
import { addCounts, percentUp, withoutIgnored } from "#lib/services/check-history/sums.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { type Uptime, uptimeOf } from "#lib/services/uptime/uptime.ts";
import { listCorrections } from "#lib/services/uptime-corrections/queries.ts";
import type { Period } from "#lib/site/charts/chart.ts";
import { chartTimes, type TimesChart } from "#lib/site/charts/read.ts";
import { type Activity, readActivity } from "#lib/site/snapshot/activity.ts";
import { ONE_UPDATE, type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { listIncidentsDuring } from "#lib/site/snapshot/queries.ts";
import { loadService } from "#lib/site/snapshot/records.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import { type DayRange, readDays } from "#lib/site/uptime/read.ts";

const WINDOWS = [30, 90, 365] as const;
const YEAR = 365;
const LATEST = 10;

type WindowUptime = {
  days: number;
  range: DayRange;
  uptime: Uptime;
  checks: number | null;
};

export type ServicePage = {
  service: PublicService;
  activity: Activity;
  /** The last 30, 90 and 365 days; empty if uptime is not shown. */
  uptimes: WindowUptime[];
  times: TimesChart | null;
  /** Ended incidents of the last year, within the page's history, newest first. */
  latest: PublicIncident[];
  listed_from: string;
};

function firstListed({ page, as_of }: Snapshot, { first_day }: PublicService): string {
  const limit = page.settings.history_limit_days ?? YEAR;
  return laterOf(firstDayOf(Math.min(limit, YEAR), as_of, page.time_zone), first_day);
}

/**
 * Reads a service's own page.
 * @throws {AppError} `not_found`, also for invisible services; `forbidden`
 */
export async function loadServicePage(
  ctx: Context,
  target: ServiceTarget & { period: Period },
): Promise<{ snapshot: Snapshot; opened: ServicePage }> {
  const { grant, snapshot, service } = await loadService(ctx, target);
  const { as_of: now, page, by_id } = snapshot;
  const { time_zone, settings } = page;
  const named = [...by_id.keys()];
  const below = new Set([service, ...descendants(service)].map(({ id }) => id));
  const scope = { ...snapshot.scope, within: named.filter((id) => below.has(id)) };
  const today = dayOf(now, time_zone);
  const year = { from: firstDayOf(YEAR, now, time_zone), to: today };
  const listed_from = firstListed(snapshot, service);
  const { from } = dayBounds(listed_from, time_zone);
  const service_ids = [service.id];
  const [activity, rolled, rows, said, times, corrections] = await Promise.all([
    readActivity(ctx.db, grant, { scope, services: named, now, settings }),
    service.uptime === null ? null : readDays(ctx.db, grant, snapshot, service, year),
    listIncidentsDuring(ctx.db, grant, scope, { from, to: now }, undefined),
    service.uptime === null ? [] : listCheckDays(ctx.db, grant, { service_ids, ...year }),
    service.display_response_time_chart
      ? chartTimes(ctx.db, grant, { service_id: service.id, period: target.period, now })
      : null,
    listCorrections(ctx.db, grant, { service_ids, from_day: year.from }),
  ]);
  const checked = withoutIgnored(said, corrections);
  const days = rolled?.get(service.id) ?? [];
  const { first_day } = service;
  const uptimes = WINDOWS.map((count) => {
    const range = { from: firstDayOf(count, now, time_zone), to: today };
    const asked = { from_day: range.from, to_day: range.to, now, first_day, time_zone };
    const within = checked.filter(({ day }) => day >= range.from);
    const checks = percentUp(addCounts(within));
    return { days: count, range, uptime: uptimeOf(days, asked), checks };
  });
  const over = rows.filter(({ ends_at }) => ends_at !== null && ends_at <= now);
  return {
    snapshot,
    opened: {
      service,
      activity,
      uptimes: rolled === null ? [] : uptimes,
      times,
      latest: await withDetails(ctx.db, grant, over.slice(0, LATEST), named, ONE_UPDATE),
      listed_from,
    },
  };
}
