import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { chance, pick } from "#lib/server/large-seed/random.ts";
import { insertUpdates } from "#lib/server/large-seed/updates.ts";

const TITLES = [
  "Elevated error rates",
  "Requests take longer than usual",
  "Network congestion",
  "Some requests fail",
  "Re-routed traffic",
  "Increased latency",
  "Packet loss on one of our links",
];
/** What `declare` in lib/incidents/state.ts makes of an incident's own values. */
const DECLARED = sql`jsonb_build_object(
  'type', jsonb_build_object('value', type, 'after', 0),
  'starts_at', jsonb_build_object(
    'value', to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'after', 0),
  'ends_at', jsonb_build_object('value', to_char(declared_end, 'YYYY-MM-DD"T"HH24:MI:SS'), 'after', 0))`;

const COLUMNS = sql`status_page_id, title, type, severity, affects_uptime, starts_at, ends_at,
  declared, inserted_at, updated_at`;

type Times = { count: number; days: number; seed: number; now: string };

/** Spreads incidents evenly until now; the last one, and what would end later, are open. */
async function insertRows(
  trx: Trx,
  grant: PageGrant,
  { count, days, seed, now }: Times,
): Promise<void> {
  const row = sql`i`;
  await sql`
    with drawn as (
      select i, date_trunc('second', ${now}::timestamptz - make_interval(secs =>
        ${days * 86_400}::float8 * (${count} - i + ${chance(row, 1, seed)}) / ${count})) as starts_at,
        make_interval(secs => floor(240 + 10800 * ${chance(row, 2, seed)} ^ 3)::float8) as length,
        case when ${chance(row, 3, seed)} < 0.2 then 'major' else 'minor' end as type,
        ${pick(TITLES, row, 4, seed)} as title
      from generate_series(1, ${count}::integer) as i
    ),
    timed as (
      select *, case when i = ${count} or starts_at + length > ${now}::timestamptz then null
        else starts_at + length end as ends_at,
        null::timestamptz as declared_end
      from drawn
    )
    insert into incidents (${COLUMNS})
    select ${grant.status_page_id}, title, type, type, true, starts_at, ends_at, ${DECLARED},
      starts_at, coalesce(ends_at, starts_at)
    from timed order by i`.execute(trx);
}

/** Some past, one running, some within the next days; each four hours long. */
async function insertMaintenances(
  trx: Trx,
  grant: PageGrant,
  count: number,
  now: string,
): Promise<void> {
  await sql`
    with planned as (
      select i, date_trunc('second', ${now}::timestamptz + make_interval(hours => (i -
        ${count - 4}) * 36 - 1)) as starts_at, 'scheduled' as type
      from generate_series(1, ${count}::integer) as i
    ),
    timed as (select *, starts_at + interval '4 hours' as declared_end from planned)
    insert into incidents (${COLUMNS})
    select ${grant.status_page_id}, 'Router replacement', type, type, false, starts_at,
      declared_end, ${DECLARED}, starts_at - interval '7 days', starts_at
    from timed order by i`.execute(trx);
}

/** One to three services below the roots each. */
async function insertLinks(trx: Trx, grant: PageGrant, seed: number): Promise<void> {
  const page = grant.status_page_id;
  const draw = sql`numbered.number * 10 + slot`;
  await sql`
    with leaves as materialized (
      select array_agg(id order by id) as ids from services where status_page_id = ${page}
        and parent_id is not null
    ),
    numbered as (select id, row_number() over (order by id) as number from incidents
      where status_page_id = ${page})
    insert into incident_services (status_page_id, incident_id, service_id)
    select distinct ${page}::bigint, numbered.id,
      leaves.ids[1 + floor(cardinality(leaves.ids) * ${chance(draw, 5, seed)})::integer]
    from numbered, leaves, generate_series(1, 1 + floor(3 * ${chance(sql`numbered.number`, 6, seed)} ^ 3)::integer) as slot`.execute(
    trx,
  );
}

/**
 * Inserts incidents over the days until now, some maintenances, the services they affect and their
 * updates.
 */
export async function insertHistory(
  trx: Trx,
  grant: PageGrant,
  times: Times,
  maintenances: number,
): Promise<void> {
  await insertRows(trx, grant, times);
  await insertMaintenances(trx, grant, maintenances, times.now);
  await insertLinks(trx, grant, times.seed);
  await insertUpdates(trx, grant, times.seed);
}
