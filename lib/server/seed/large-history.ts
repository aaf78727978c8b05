import { type RawBuilder, sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

/** Deterministic random number from 0 to below 1. */
function chance(row: RawBuilder<unknown>, purpose: number, seed: number): RawBuilder<number> {
  return sql<number>`((hashint8extended((${row})::bigint, ${seed * 100 + purpose}::bigint) & 2147483647) / 2147483648.0)`;
}

function pick(
  texts: readonly string[],
  row: RawBuilder<unknown>,
  purpose: number,
  seed: number,
): RawBuilder<string> {
  return sql<string>`(${texts}::text[])[1 + floor(${texts.length} * ${chance(row, purpose, seed)})::integer]`;
}

const FOUND = [
  "A faulty line card in one of our routers drops packets. We are moving traffic away from it.",
  "One of our transit providers has trouble in this region. We have re-routed traffic.",
  "A release used more memory than expected. We are taking it back.",
];
const LOOKING =
  "We are investigating reports from this location. Traffic elsewhere is not affected.";
const DONE = "Everything works as usual again.";
const PLANNED =
  "We are replacing a router. Traffic is re-routed; it may take a few milliseconds longer.";

async function insertUpdates(trx: Trx, grant: PageGrant, seed: number): Promise<void> {
  const page = grant.status_page_id;
  await sql`
    with numbered as (
      select *, severity = 'scheduled' as planned, row_number() over (order by id) as number
        from incidents where status_page_id = ${page}
    )
    insert into incident_updates (status_page_id, incident_id, type, description, posted_at,
      inserted_at, updated_at)
    select ${page}, numbered.id, told.type, told.text, told.at, told.at, told.at
    from numbered cross join lateral (values
      ('investigating', ${LOOKING}, case when not planned then starts_at end),
      ('identified', ${pick(FOUND, sql`number`, 7, seed)}, case when not planned then starts_at + (ends_at - starts_at) * 0.3 end),
      ('resolved', ${DONE}, case when not planned then ends_at end),
      ('scheduled', ${PLANNED}, case when planned then starts_at - interval '7 days' end)
    ) as told (type, text, at)
    where told.at is not null
    order by numbered.id, told.at`.execute(trx);
}

const TITLES = [
  "Elevated error rates",
  "Requests take longer than usual",
  "Network congestion",
  "Some requests fail",
  "Re-routed traffic",
  "Increased latency",
  "Packet loss on one of our links",
];
/** Same as `declare` in lib/incidents/declared.ts. */
const DECLARED = sql`jsonb_build_object(
  'type', jsonb_build_object('value', type, 'after', 0),
  'starts_at', jsonb_build_object(
    'value', to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI:SS'), 'after', 0),
  'ends_at', jsonb_build_object('value', to_char(declared_end, 'YYYY-MM-DD"T"HH24:MI:SS'), 'after', 0))`;

const COLUMNS = sql`status_page_id, title, type, severity, affects_uptime, starts_at, ends_at,
  declared, inserted_at, updated_at`;

type Times = { count: number; days: number; seed: number; now: string };

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

async function insertImpacts(trx: Trx, grant: PageGrant): Promise<void> {
  await sql`
    insert into incident_impacts
      (status_page_id, incident_id, service_id, type, severity, starts_at, ends_at)
    select i.status_page_id, i.id, link.service_id, i.type, i.severity, i.starts_at, i.ends_at
    from incidents as i
    join incident_services as link
      on link.status_page_id = i.status_page_id and link.incident_id = i.id
    where i.status_page_id = ${grant.status_page_id}`.execute(trx);
}

export async function insertHistory(
  trx: Trx,
  grant: PageGrant,
  times: Times,
  maintenances: number,
): Promise<void> {
  await insertRows(trx, grant, times);
  await insertMaintenances(trx, grant, maintenances, times.now);
  await insertLinks(trx, grant, times.seed);
  await insertImpacts(trx, grant);
  await insertUpdates(trx, grant, times.seed);
}
