import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Outages } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

type OutageRow = Selectable<Outages>;

export const { update: updateOutage, insert: insertOutage } = pageRows("outages");

/** `is_open`: the incident exists and is not over. */
export type OutageWithIncident = OutageRow & { automation: string | null; is_open: boolean };

/** The end may be an estimate in the future. */
function isOngoing(incident: string) {
  const end = sql.ref(`${incident}.ends_at`);
  return sql`(${end} is null or ${end} > ${wireNow()}::timestamptz)`;
}

function selectOutages(db: Db, grant: PageGrant) {
  return db
    .selectFrom("outages")
    .leftJoin("incidents", (join) =>
      join
        .onRef("incidents.status_page_id", "=", "outages.status_page_id")
        .onRef("incidents.id", "=", "outages.incident_id"),
    )
    .selectAll("outages")
    .select("incidents.automation")
    .select(sql<boolean>`incidents.id is not null and ${isOngoing("incidents")}`.as("is_open"))
    .where("outages.status_page_id", "=", grant.status_page_id);
}

export async function listGroupOutages(
  trx: Trx,
  grant: PageGrant,
  group_id: number,
): Promise<OutageWithIncident[]> {
  return selectOutages(trx, grant)
    .where("group_id", "=", group_id)
    .where("over_at", "is", null)
    .where("state", "in", ["waiting", "published"])
    .orderBy("outages.id", "desc")
    .execute();
}

export async function findOutageOf(
  trx: Trx,
  grant: PageGrant,
  service_id: number,
): Promise<OutageWithIncident | undefined> {
  return selectOutages(trx, grant)
    .innerJoin("outage_services as part", (join) =>
      join
        .onRef("part.status_page_id", "=", "outages.status_page_id")
        .onRef("part.outage_id", "=", "outages.id"),
    )
    .where("part.service_id", "=", service_id)
    .where("part.up_at", "is", null)
    .executeTakeFirst();
}

export async function findOutage(
  trx: Trx,
  grant: PageGrant,
  id: number,
): Promise<OutageWithIncident | undefined> {
  return selectOutages(trx, grant).where("outages.id", "=", id).executeTakeFirst();
}

/** Whether the service or one of its ancestors is private. */
export async function isHidden(trx: Trx, grant: PageGrant, service_id: number): Promise<boolean> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ hidden: boolean | null }>`
    with recursive above as (
      select id, parent_id, private from services
      where status_page_id = ${page} and id = ${service_id}
      union
      select s.id, s.parent_id, s.private from above join services as s
        on s.status_page_id = ${page} and s.id = above.parent_id
    ) select bool_or(private) as hidden from above`.execute(trx);
  return rows[0]?.hidden ?? false;
}

export async function hasManualIncident(
  trx: Trx,
  grant: PageGrant,
  service_id: number,
): Promise<boolean> {
  const page = grant.status_page_id;
  const { rows } = await sql`
    select from incident_impacts as impact
    join incidents as i on i.status_page_id = ${page} and i.id = impact.incident_id
    where impact.status_page_id = ${page} and impact.service_id = ${service_id}
      and ${isOngoing("impact")} and impact.severity <> 'scheduled' and i.automation is null
    limit 1`.execute(trx);
  return rows.length > 0;
}

type Part = { outage_id: number; service_id: number };

/** @returns whether the service was down in this outage before */
export async function addDownService(
  trx: Trx,
  grant: PageGrant,
  part: Part & { down_at: string },
): Promise<boolean> {
  const { rows } = await sql<{ again: boolean }>`
    insert into outage_services (status_page_id, outage_id, service_id, down_at)
    values (${grant.status_page_id}, ${part.outage_id}, ${part.service_id}, ${part.down_at}::timestamptz)
    on conflict (status_page_id, outage_id, service_id)
      do update set up_at = null, is_left = false
    returning xmax <> 0 as again`.execute(trx);
  return rows[0]?.again ?? false;
}

/** Whether all services of an outage recovered, and it still has some. */
export async function isAllUp(trx: Trx, grant: PageGrant, outage_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_all_up: boolean | null }>`
    select bool_and(part.up_at is not null and (not part.is_left or coalesce(m.is_up, false)))
      as is_all_up
    from outage_services as part left join service_monitors as m
      on m.status_page_id = part.status_page_id and m.service_id = part.service_id
    where part.status_page_id = ${grant.status_page_id} and part.outage_id = ${outage_id}
    `.execute(trx);
  return rows[0]?.is_all_up ?? false;
}

/**
 * @param is_left monitoring of the service ended
 * @returns what is still down in the outage
 */
export async function markServiceUp(
  trx: Trx,
  grant: PageGrant,
  { outage_id, service_id }: Part,
  { up_at, is_left }: { up_at: string; is_left: boolean },
): Promise<StillDown> {
  await trx
    .updateTable("outage_services")
    .set({ up_at, is_left })
    .where("status_page_id", "=", grant.status_page_id)
    .where("outage_id", "=", outage_id)
    .where("service_id", "=", service_id)
    .execute();
  return countDown(trx, grant, outage_id);
}

/** `isParentNamed`: a service that is down names its parent in the incident. */
type StillDown = { down: number; isParentNamed: boolean };

export async function countDown(trx: Trx, grant: PageGrant, outage_id: number): Promise<StillDown> {
  const { rows } = await sql<{ down: number; is_parent_named: boolean | null }>`
    select count(*) as down, bool_or(s.parent_incident_type is not null) as is_parent_named
    from outage_services as part join services as s
      on s.status_page_id = part.status_page_id and s.id = part.service_id
    where part.status_page_id = ${grant.status_page_id} and part.outage_id = ${outage_id}
      and part.up_at is null`.execute(trx);
  const [found] = rows;
  return { down: found?.down ?? 0, isParentNamed: found?.is_parent_named ?? false };
}

export async function isDraftUnchanged(
  trx: Trx,
  grant: PageGrant,
  outage_id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from outages as o join incident_drafts as d
      on d.status_page_id = o.status_page_id and d.id = o.draft_id
    where o.status_page_id = ${grant.status_page_id} and o.id = ${outage_id}
      and d.fields = o.drafted`.execute(trx);
  return rows.length > 0;
}

export async function listTeamChats(trx: Trx, grant: PageGrant): Promise<{ id: number }[]> {
  return trx
    .selectFrom("integrations")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("name", "=", "slack")
    .where(sql<boolean>`settings @> '{"enabled": true}'`)
    .orderBy("id")
    .execute();
}

const MAX_LISTED = 50;

/** A failed service of an ongoing outage; `reason` is a code, `detail` its figures. */
export type DownService = {
  outage_id: number;
  incident_id: number | null;
  service_id: number;
  name: string;
  reason: string | null;
  detail: string | null;
};

export async function listDownServices(db: Db, grant: PageGrant): Promise<DownService[]> {
  const page = grant.status_page_id;
  const { rows } = await sql<DownService>`
    select o.id as outage_id, o.incident_id, s.id as service_id, s.name, m.reason, m.detail
    from outages as o
    join outage_services as part on part.status_page_id = ${page} and part.outage_id = o.id
      and part.up_at is null
    join services as s on s.status_page_id = ${page} and s.id = part.service_id
    left join service_monitors as m on m.status_page_id = ${page} and m.service_id = s.id
      and m.is_up = false
    where o.status_page_id = ${page} and o.over_at is null and o.state in ('waiting', 'published')
    order by part.down_at, s.id limit ${MAX_LISTED}`.execute(db);
  return rows;
}

/** Waiting outages, and those that recovered before publication since a wire time. */
export async function listRecentOutages(db: Db, grant: PageGrant, since: string) {
  return db
    .selectFrom("outages as o")
    .leftJoin("incident_drafts as d", (join) =>
      join.onRef("d.status_page_id", "=", "o.status_page_id").onRef("d.id", "=", "o.draft_id"),
    )
    .select(["o.id", "o.state", "o.began_at", "o.publish_at", "o.draft_id", "o.over_at"])
    .select(sql<unknown>`coalesce(d.fields, o.drafted)`.as("fields"))
    .where("o.status_page_id", "=", grant.status_page_id)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("o.state", "=", "waiting"),
          eb("o.over_at", "is", null),
          eb("o.draft_id", "is not", null),
        ]),
        eb.and([eb("o.state", "=", "recovered"), eb("o.over_at", ">", since)]),
      ]),
    )
    .orderBy("o.id", "desc")
    .limit(MAX_LISTED)
    .execute();
}
