import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import {
  asPlanned,
  currentOnly,
  PLAIN_COLUMNS,
  type PlainIncidentRow,
  visibleIncidents,
} from "#lib/incidents/queries.ts";
import { concerningIn, LIMITS, type Scope } from "#lib/site/snapshot/queries.ts";

export type Moments = { now: string; listed_until: string };

const RANK = sql`array_position(array['major', 'minor', 'scheduled'], severity)`;

export type Tally = {
  severity: Severity;
  has_begun: boolean;
  count: number;
  listed: number;
  first_start: string;
  first_end: string | null;
  next_listed: string | null;
};

export async function countCurrent(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { now, listed_until }: Moments,
): Promise<Tally[]> {
  const current = currentOnly(asPlanned(concerningIn(db, grant, scope)), now);
  const { rows } = await sql<Tally>`
    select severity, starts_at <= ${now} as has_begun, count(*) as count,
      count(*) filter (where starts_at <= ${listed_until}) as listed,
      min(starts_at) as first_start, min(ends_at) as first_end,
      min(starts_at) filter (where starts_at > ${listed_until}) as next_listed
    from ${current.select(["severity", "starts_at", "ends_at"])} as current
    group by 1, 2`.execute(db);
  return rows;
}

/** The worst current incident of a service itself; null: of the whole page. */
export type Worst = {
  service_id: number | null;
  severity: Severity;
  type: string;
  /** The incident's start. */
  starts_at: string;
  /** When any of the impacts next begins or ends; null: unknown. */
  until: string | null;
};

/** One row per affected service: the worst incident, then the oldest. Ordered by start. */
export async function listWorst(
  db: Db,
  grant: PageGrant,
  { visible }: Pick<Scope, "visible">,
  now: string,
): Promise<Worst[]> {
  const running = currentOnly(asPlanned(visibleIncidents(db, grant, visible)), now)
    .where("starts_at", "<=", now)
    .select(["id", "severity", "type", "starts_at"]);
  const { status_page_id: page } = grant;
  const seen = visible === null ? sql`true` : sql`impact.service_id = any(${visible}::bigint[])`;
  const { rows } = await sql<Worst>`
    with near as (
      select running.id, running.starts_at, impact.service_id, impact.starts_at as from_at,
        coalesce(impact.severity, running.severity) as severity,
        coalesce(impact.type, running.type) as type,
        case when impact.starts_at > ${now} then impact.starts_at else impact.ends_at end as until
      from ${running} as running
      left join incident_impacts as impact
        on impact.status_page_id = ${page} and impact.incident_id = running.id
          and (impact.ends_at is null or impact.ends_at > ${now}) and ${seen}
      where impact.service_id is not null or not exists (
        select from incident_services as link
        where link.status_page_id = ${page} and link.incident_id = running.id)
    )
    select service_id, severity, type, starts_at, (select min(until) from near) as until from (
      select distinct on (service_id) * from near
      where from_at is null or from_at <= ${now}
      order by service_id, ${RANK}, starts_at, id
    ) as worst order by starts_at, id`.execute(db);
  return rows;
}

/**
 * The worst and newest incidents, the newest running maintenances, the next announced ones, and
 * those to come that are called off or postponed.
 */
export async function listListedIncidents(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { now, listed_until }: Moments,
): Promise<PlainIncidentRow[]> {
  const all = concerningIn(db, grant, scope);
  const current = currentOnly(asPlanned(all), now).select(PLAIN_COLUMNS);
  const running = current.where("starts_at", "<=", now);
  const newest = (query: typeof running) =>
    query.orderBy("starts_at", "desc").orderBy("incidents.id", "desc");
  const incidents = newest(
    running.where("severity", "!=", "scheduled").orderBy(sql`severity = 'major'`, "desc"),
  ).limit(LIMITS.incidents);
  const maintenances = newest(running.where("severity", "=", "scheduled")).limit(
    LIMITS.maintenances,
  );
  const upcoming = current
    .where("severity", "=", "scheduled")
    .where("starts_at", ">", now)
    .where("starts_at", "<=", listed_until)
    .orderBy("starts_at")
    .orderBy("incidents.id")
    .limit(LIMITS.upcoming_maintenances);
  const withdrawn = all
    .select(PLAIN_COLUMNS)
    .where("plan", "is not", null)
    .where(sql<boolean>`(plan = 'postponed' or starts_at > ${now})`)
    .orderBy("starts_at")
    .orderBy("incidents.id")
    .limit(LIMITS.withdrawn_maintenances);
  const { rows } = await sql<PlainIncidentRow>`
    select * from ${incidents} as incidents
    union all select * from ${maintenances} as maintenances
    union all select * from ${upcoming} as upcoming
    union all select * from ${withdrawn} as withdrawn`.execute(db);
  return rows;
}
