import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { adjacentDay, dayOf, earlierOf, startOfDay } from "#lib/platform/clock.ts";
import { impactsEver, treeInTime } from "#lib/services/past-services.queries.ts";
import { localDay } from "#lib/services/uptime/calendar.queries.ts";

const wire = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;

function seconds(ranges: string): RawBuilder<number> {
  return sql`(select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)::integer from unnest(${sql.ref(ranges)}) as part)`;
}

function union(condition: string): RawBuilder<unknown> {
  return sql`coalesce(range_agg(part) filter (where ${sql.raw(condition)}), '{}')`;
}

/**
 * CTEs ending in `computed`, the columns of service_days, from raw impacts for the rows of
 * `targets` (service_id, first_day, last_day), whose days `calendar` holds. Incidents count until
 * `until` at most, for an ancestor while it had the service.
 */
export function computedFrom(grant: PageGrant, until: string | null): RawBuilder<unknown> {
  const { status_page_id: page } = grant;
  const end =
    until === null ? sql`impact.ends_at` : sql`least(impact.ends_at, ${until}::timestamptz)`;
  return sql`
    days as materialized (
      select day, starts_at, ends_at from calendar
      where day between (select min(first_day) from targets) and (select max(last_day) from targets)
    ),
    reach as (
      select service_id as target_id, service_id, null::timestamptz as since,
        null::timestamptz as until
      from targets
      union all
      select reach.target_id, child.id, greatest(reach.since, child.since),
        least(reach.until, child.until)
      from reach join (${treeInTime(grant)}) as child on child.parent_id = reach.service_id
      where (greatest(reach.since, child.since) < least(reach.until, child.until)) is not false
    ),
    hits as (
      select reach.target_id, i.id, impact.severity, i.affects_uptime,
        greatest(impact.starts_at, reach.since) as starts_at, least(${end}, reach.until) as ends_at,
        reach.service_id = reach.target_id as own
      from reach
      join (${impactsEver(grant)}) as impact on impact.service_id = reach.service_id
      join incidents as i on i.status_page_id = ${page} and i.id = impact.incident_id
      where ${end} is not null
        and (greatest(impact.starts_at, reach.since) < least(${end}, reach.until)
          or (impact.starts_at = impact.ends_at
            and greatest(impact.starts_at, reach.since) = least(${end}, reach.until)))
        and impact.starts_at < (select max(ends_at) from days)
        and (impact.ends_at is null or impact.ends_at >= (select min(starts_at) from days))
    ),
    spread as materialized (
      select hits.*, on_day::date as day
      from hits
      join targets on targets.service_id = hits.target_id
      cross join lateral generate_series(
        greatest(${localDay(sql`hits.starts_at`)}, targets.first_day),
        least(${localDay(sql`hits.ends_at`)}, targets.last_day),
        interval '1 day') as on_day
    ),
    parts as (
      select target_id, id, day, severity, own and affects_uptime as counts,
        tstzrange(greatest(spread.starts_at, days.starts_at), least(spread.ends_at,
          days.ends_at)) as part
      from spread join days using (day)
      where greatest(spread.starts_at, days.starts_at) < least(spread.ends_at, days.ends_at)
        or spread.starts_at = spread.ends_at
    ),
    unions as (
      select target_id, day, count(distinct id) filter (where severity <> 'scheduled') as incidents,
        ${union("severity = 'major'")} as major,
        ${union("severity = 'minor'")} as minor,
        ${union("severity = 'scheduled'")} as planned,
        ${union("severity = 'major' and counts")} as counted_major,
        ${union("severity = 'minor' and counts")} as counted_minor,
        ${union("severity = 'scheduled' and counts")} as counted_planned
      from parts group by target_id, day
    ),
    exclusive as (
      select target_id, day, incidents, major, minor - major as minor,
        planned - major - minor as planned, counted_major,
          counted_minor - counted_major as counted_minor,
        counted_planned - counted_major - counted_minor as counted_planned
      from unions
    ),
    computed as (
      select ${page}::bigint as status_page_id, target_id as service_id, day,
        ${seconds("major")} as major_seconds, ${seconds("minor")} as minor_seconds,
        ${seconds("planned")} as maintenance_seconds,
          ${seconds("counted_major")} as counted_major_seconds,
        ${seconds("counted_minor")} as counted_minor_seconds,
        ${seconds("counted_planned")} as counted_maintenance_seconds,
          incidents::integer as incidents
      from exclusive
    )`;
}

/** Impacts that last, or whose end lies ahead. Little goes on at a time. @param now wire time */
export function unfinishedImpacts(grant: PageGrant, now: string): RawBuilder<unknown> {
  return sql`
    select * from incident_impacts where status_page_id = ${grant.status_page_id}
      and (ends_at is null or ends_at > ${now}::timestamptz)`;
}

/** A day that was corrected, in the zone of then, and since and until when it concerns a service. */
type Entered = [day: string, zone: string, since: string | null, until: string | null];

type FirstTouched = {
  id: number;
  starts_at: string | null;
  entered: Entered[] | null;
  day: string | null;
  has_past: boolean;
};

function correctedTime([day, zone, since, until]: Entered): string[] {
  const [from, to] = [startOfDay(day, zone), startOfDay(adjacentDay(day, 1), zone)];
  const isThen = (since === null || since < to) && (until === null || until > from);
  return isThen ? [from] : [];
}

/**
 * The first day with any event, by service, deleted or not, `YYYY-MM-DD` in the page's zone. Costs
 * one index look-up per service, whatever the length of the history. `has_past`: services moved,
 * were hidden or deleted.
 */
export async function listFirstDays(
  db: Db,
  grant: PageGrant,
  now: string,
): Promise<{ first_days: Map<number, string>; has_past: boolean }> {
  const { status_page_id: page, time_zone: zone } = grant;
  const { rows } = await sql<FirstTouched>`
    with recursive touched as (
      (
        select service_id, starts_at, null::text as day, null::text as zone,
          null::timestamptz as since, null::timestamptz as until
        from (${unfinishedImpacts(grant, now)}) as impact
        where starts_at < ${now}::timestamptz
        union all
        select service_id, null, day::text, time_zone, null, null from day_corrections
        where status_page_id = ${page} and downtime_seconds > 0
      )
      union
      select tree.parent_id, case when touched.starts_at is not null
        then greatest(touched.starts_at, tree.since) end, touched.day, touched.zone,
        greatest(touched.since, tree.since), least(touched.until, tree.until) from touched
      join (${treeInTime(grant)}) as tree on tree.id = touched.service_id
      where (touched.starts_at < tree.until) is not false
        and (greatest(touched.since, tree.since) < least(touched.until, tree.until)) is not false
    )
    select ever.id, touched_first.starts_at, touched_first.entered, (
      select min(kept.day) from service_days as kept
      where kept.status_page_id = ${page} and kept.service_id = ever.id) as day,
      (select exists (select from past_services where status_page_id = ${page})) as has_past
    from (
      select id from services where status_page_id = ${page}
      union select service_id from past_services where status_page_id = ${page}
    ) as ever
    left join (
      select service_id, min(starts_at) as starts_at,
        json_agg(json_build_array(day, zone, ${wire("since")}, ${wire("until")}))
          filter (where day is not null) as entered
      from touched group by service_id
    ) as touched_first on touched_first.service_id = ever.id`.execute(db);
  const first_days = new Map(
    rows.flatMap(({ id, starts_at, entered, day }) => {
      const times = [starts_at, ...(entered ?? []).flatMap(correctedTime)];
      const days = [...times.map((time) => time && dayOf(time, zone)), day];
      const known = days.filter((each) => each !== null);
      return known.length > 0 ? [[id, known.reduce(earlierOf)] as const] : [];
    }),
  );
  return { first_days, has_past: rows.some((row) => row.has_past) };
}
