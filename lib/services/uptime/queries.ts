import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import { inZone, type PageGrant } from "#lib/core/access/authorize.ts";
import {
  adjacentDay,
  DAY_SECONDS,
  dayOf,
  earlierOf,
  later,
  laterOf,
  startOfDay,
  wireNow,
} from "#lib/platform/clock.ts";
import { impactsEver, treeInTime } from "#lib/services/past-services.queries.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";
import { calendar, localDay } from "#lib/services/uptime/calendar.queries.ts";
import { computedFrom, unfinishedImpacts } from "#lib/services/uptime/days.queries.ts";

/** Seconds on a day in the page's zone; each counts once, for the worst incident. */
export type ServiceDay = {
  service_id: number;
  day: string;
  /** The service and its descendants, except those below a private service. */
  major_seconds: number;
  minor_seconds: number;
  maintenance_seconds: number;
  /** Only its own incidents that affect uptime. */
  counted_major_seconds: number;
  counted_minor_seconds: number;
  counted_maintenance_seconds: number;
  /** Without maintenance, but with incidents of no length. */
  incidents: number;
  /** `found`: the day before an operator's correction. */
  corrected?: { found: ServiceDay; reason: string };
};

const COLUMNS = sql`service_id, day, major_seconds, minor_seconds, maintenance_seconds,
  counted_major_seconds, counted_minor_seconds, counted_maintenance_seconds, incidents`;

/** First and last day, in the page's zone. */
type Days = { first: string; last: string };

// A wrong year in a date must not fill the table.
const PAST_SECONDS = 3_653 * DAY_SECONDS;
const FUTURE_SECONDS = 731 * DAY_SECONDS;

/** The days from one time to another that are kept; `to` null: open-ended. */
function keptDays({ time_zone }: PageGrant, from: string, to: string | null): Days {
  const now = wireNow();
  const end = later(now, FUTURE_SECONDS);
  return {
    first: dayOf(laterOf(from, later(now, -PAST_SECONDS)), time_zone),
    last: dayOf(earlierOf(to ?? end, end), time_zone),
  };
}

/** Computes these days of the services in `services (id)`. */
async function insertDays(
  trx: Trx,
  grant: PageGrant,
  { first, last }: Days,
  services: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with recursive ${calendar({ first, last, zone: grant.time_zone })},
      targets as materialized (
        select id as service_id, ${first}::date as first_day, ${last}::date as last_day
        from (${services}) as affected
      ),
      ${computedFrom(grant, null)}
    insert into service_days (status_page_id, ${COLUMNS}) select status_page_id, ${COLUMNS}
      from computed`.execute(trx);
}

/** Former ancestors as well. */
function withAncestors(grant: PageGrant, serviceIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    with recursive above as (
      select id from unnest(${serviceIds}::bigint[]) as given (id)
      union
      select tree.parent_id from above join (${treeInTime(grant)}) as tree on tree.id = above.id
    ) select id from above`;
}

export type RebuildRange = {
  service_ids: readonly number[];
  /** Wire times of the change; `to` null: open-ended. */
  from: string;
  to: string | null;
};

async function inCurrentZone(trx: Trx, grant: PageGrant): Promise<PageGrant> {
  const page = trx
    .selectFrom("status_pages")
    .select("time_zone")
    .where("id", "=", grant.status_page_id);
  return inZone(grant, (await page.executeTakeFirstOrThrow()).time_zone);
}

/** Recomputes the days of these services, deleted or not, and their ancestors, in the page's zone. */
export async function rebuildServiceDays(
  trx: Trx,
  asked: PageGrant,
  { service_ids, from, to }: RebuildRange,
): Promise<void> {
  if (service_ids.length === 0) return;
  const grant = await inCurrentZone(trx, asked);
  const days = keptDays(grant, from, to);
  const services = withAncestors(grant, service_ids);
  await sql`
    delete from service_days where status_page_id = ${grant.status_page_id}
      and service_id in (${services}) and day between ${days.first} and ${days.last}`.execute(trx);
  await insertDays(trx, grant, days, services);
}

export async function rebuildAllServiceDays(trx: Trx, asked: PageGrant): Promise<void> {
  const grant = await inCurrentZone(trx, asked);
  const page = grant.status_page_id;
  await sql`delete from service_days where status_page_id = ${page}`.execute(trx);
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(starts_at) as "from", max(ends_at) as "to"
    from (${impactsEver(grant)}) as impact`.execute(trx);
  const [{ from, to } = { from: null, to: null }] = rows;
  if (from === null || to === null) return;
  const services = sql`
    select id from services where status_page_id = ${page}
    union select service_id from past_services where status_page_id = ${page}`;
  await insertDays(trx, grant, keptDays(grant, from, to), services);
}

/** `YYYY-MM-DD` in the page's zone; `to_day`: today by default. */
type DayWindow = {
  from_day: string;
  to_day?: string;
  now: string;
  service_ids?: readonly number[];
  /** The services that the caller may see, if already known; null: all. */
  visible?: readonly number[] | null;
};

/** Services to compute live, and since when: those with unfinished impacts, and ancestors. */
function liveTargets(
  grant: PageGrant,
  { now, service_ids }: DayWindow,
  { first, last }: Days,
): RawBuilder<unknown> {
  const { time_zone: zone } = grant;
  const tomorrow = startOfDay(adjacentDay(dayOf(now, zone), 1), zone);
  const meant = service_ids ? sql`where service_id = any(${service_ids}::bigint[])` : sql``;
  return sql`
    select service_id, min(first_day) as first_day, ${last}::date as last_day from (
      with recursive above as (
        select service_id, greatest(${localDay(sql`starts_at`)}, ${first}::date) as first_day
        from (${unfinishedImpacts(grant, now)}) as impact
        where starts_at < ${tomorrow}::timestamptz
        union
        select tree.parent_id, above.first_day from above
        join (${treeInTime(grant)}) as tree on tree.id = above.service_id
      ) select service_id, first_day from above
    ) as touched ${meant} group by service_id`;
}

/**
 * Days with any event that the caller may see, by service and day. Current incidents are computed
 * up to now, all others come from the roll-up, so the cost does not grow with history.
 */
export async function listServiceDays(
  db: Db,
  grant: PageGrant,
  window: DayWindow,
): Promise<ServiceDay[]> {
  const { status_page_id: page, time_zone: zone } = grant;
  const { from_day, now, service_ids } = window;
  const { visible = await listVisibleServiceIds(db, grant) } = window;
  const among = (ids: readonly number[]) => sql`service_id = any(${ids}::bigint[])`;
  const conditions = [visible, service_ids].flatMap((ids) => (ids ? [among(ids)] : []));
  const seen = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  const today = dayOf(now, zone);
  const days = { first: from_day, last: earlierOf(window.to_day ?? today, today) };
  const { rows } = await sql<ServiceDay>`
    with recursive ${calendar({ ...days, zone })},
      targets as materialized (${liveTargets(grant, window, days)}), ${computedFrom(grant, now)}
    select ${COLUMNS} from service_days as kept
    where status_page_id = ${page} and day between ${from_day}::date and ${days.last}::date
      and ${seen}
      and not exists (select from targets where targets.service_id = kept.service_id
        and targets.first_day <= kept.day)
    union all
    select ${COLUMNS} from computed where ${seen}
    order by service_id, day`.execute(db);
  return rows;
}
