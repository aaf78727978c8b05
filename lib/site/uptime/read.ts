import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { dayBounds, dayOf, firstDayOf } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { type CheckDay, listCheckDays } from "#lib/services/check-history/queries.ts";
import { addCounts, type Counts, withoutIgnored } from "#lib/services/check-history/sums.ts";
import { listPastChildren, type PastChild } from "#lib/services/past-services.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { listFirstDays } from "#lib/services/uptime/days.queries.ts";
import { listServiceDays } from "#lib/services/uptime/queries.ts";
import {
  rollUp,
  type TreeService,
  type Uptime,
  type UptimeDay,
  uptimeOf,
} from "#lib/services/uptime/uptime.ts";
import { correctDays } from "#lib/services/uptime-corrections/apply.ts";
import { listCorrections } from "#lib/services/uptime-corrections/queries.ts";
import { isPastDay } from "#lib/site/snapshot/days.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import { type ExplainedDay, explainDays, isWhole } from "#lib/site/uptime/explain.ts";
import { listMeasured } from "#lib/site/uptime/queries.ts";

export type DayRange = { from: string; to: string };
export type AskedRange = { [Day in keyof DayRange]?: string };

/** A leap year. */
export const MAX_DAYS = 366;
// Far more than a service has in a year; days beyond still have their sums.
const MAX_INCIDENTS = 500;

/**
 * The requested days, by default those of the page's bars, until today; null: not a valid range.
 */
export function rangeOf(
  { from, to }: AskedRange,
  { page, as_of }: Pick<Snapshot, "page" | "as_of">,
): DayRange | null {
  const { time_zone, settings } = page;
  const today = dayOf(as_of, time_zone);
  const range = {
    from: from ?? firstDayOf(settings.uptime_graph_days, as_of, time_zone),
    to: to === undefined || (to > today && isDay(to)) ? today : to,
  };
  const isRange = isPastDay(range.from, time_zone, as_of) && isDay(range.to);
  return isRange && range.from <= range.to && daysIn(range) <= MAX_DAYS ? range : null;
}

function isDay(text: string): boolean {
  return isPastDay(text, "Etc/UTC", "9999-12-31T00:00:00");
}

function daysIn({ from, to }: DayRange): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days + 1;
}

/** A service and what was below it on any of the days, visible now or not. */
async function branchInTime(
  db: Db,
  grant: PageGrant,
  { by_id }: Pick<Snapshot, "by_id">,
  service_id: number,
  past: readonly PastChild[],
): Promise<{ services: TreeService[]; service_ids: number[] }> {
  const rows = await listPlainServiceRows(db, grant);
  const isPublic = (row: TreeService) => !row.private;
  const below = Map.groupBy([...rows.filter(isPublic), ...past], ({ parent_id }) => parent_id);
  const ids = new Set([service_id]);
  // A set also yields what is added while it is iterated.
  for (const id of ids) for (const child of below.get(id) ?? []) ids.add(child.id);
  const services = rows.filter(({ id }) => ids.has(id));
  return { services: services.map((row) => by_id.get(row.id) ?? row), service_ids: [...ids] };
}

export async function readDays(
  db: Db,
  grant: PageGrant,
  snapshot: Snapshot,
  service: PublicService,
  { from, to }: DayRange,
): Promise<Map<number, UptimeDay[]>> {
  const past = await listPastChildren(db, grant, from, async () => {
    return (await listFirstDays(db, grant, snapshot.as_of)).first_days;
  });
  const current = [service, ...descendants(service)];
  const { services, service_ids } =
    past.length > 0
      ? await branchInTime(db, grant, snapshot, service.id, past)
      : { services: current, service_ids: current.map(({ id }) => id) };
  const window = { from_day: from, to_day: to, now: snapshot.as_of };
  const [found, corrections] = await Promise.all([
    // Visible services are in the snapshot, and those that count for them are not.
    listServiceDays(db, grant, { ...window, service_ids, visible: null }),
    listCorrections(db, grant, { ...window, service_ids }),
  ]);
  return rollUp(services, correctDays(services, found, corrections, past), past);
}

export type Checked = { counts: Counts; days: CheckDay[] };

export type Explained = {
  service: PublicService;
  range: DayRange;
  uptime: Uptime;
  days: ExplainedDay[];
  is_complete: boolean;
  checks: Checked | null;
};

export async function explainUptime(
  db: Db,
  grant: PageGrant,
  snapshot: Snapshot,
  service: PublicService,
  range: DayRange,
): Promise<Explained> {
  const { as_of, page } = snapshot;
  const { time_zone } = page;
  const span = {
    from: dayBounds(range.from, time_zone).from,
    to: dayBounds(range.to, time_zone).to,
  };
  const [rolled, incidents, said, corrections] = await Promise.all([
    readDays(db, grant, snapshot, service, range),
    listMeasured(db, grant, {
      ...{ service_id: service.id, history_since: snapshot.scope.history_since },
      ...span,
      limit: MAX_INCIDENTS,
    }),
    listCheckDays(db, grant, { service_ids: [service.id], ...range }),
    listCorrections(db, grant, {
      from_day: range.from,
      to_day: range.to,
      service_ids: [service.id],
    }),
  ]);
  const checked = withoutIgnored(said, corrections);
  const rows = rolled.get(service.id) ?? [];
  const days = explainDays({ service, rolled, incidents, corrections, now: as_of, time_zone });
  const { first_day } = service;
  const asked = { from_day: range.from, to_day: range.to, now: as_of, first_day, time_zone };
  return {
    service,
    range,
    uptime: uptimeOf(rows, asked),
    days,
    is_complete: days.every(isWhole),
    checks: checked.length > 0 ? { counts: addCounts(checked), days: checked } : null,
  };
}

/** @throws {AppError} `not_found` unless the page shows the service's uptime */
export function measured(service: PublicService): PublicService {
  if (service.uptime === null) throw notFound();
  return service;
}

/**
 * Reads an explained uptime.
 * @throws {AppError} `not_found`, also for an invalid range; `forbidden`
 */
export async function loadUptime(
  ctx: Context,
  target: ServiceTarget & { asked: AskedRange },
): Promise<{ snapshot: Snapshot; explained: Explained }> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const service = measured(publicService(snapshot, target.service_id));
  const range = rangeOf(target.asked, snapshot);
  if (range === null) throw notFound();
  return { snapshot, explained: await explainUptime(ctx.db, grant, snapshot, service, range) };
}
