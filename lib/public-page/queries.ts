import { type Selectable, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { InfoNotices, InfoNoticeUpdates, StatusPages } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import { concerns } from "#lib/services/links/queries.ts";

export type PageRow = Selectable<StatusPages>;
export type NoticeRow = Selectable<InfoNotices>;
export type NoticeUpdateRow = Selectable<InfoNoticeUpdates>;
export type ServiceRow = {
  id: number;
  parent_id: number | null;
  name: string;
  description: string | null;
  translations: unknown;
  private: boolean;
  display_uptime_graph: boolean;
  display_response_time_chart: boolean;
  inserted_at: string;
};

// What one page can show of a kind; a page with more of it at a time would help nobody.
const MAX_SHOWN = 100;
const MAX_UPDATES = 100;

export async function readPage(db: Db, grant: PageGrant): Promise<PageRow> {
  return db.selectFrom("status_pages").selectAll().where("id", "=", grant.status_page_id).executeTakeFirstOrThrow();
}

/** All services of the page, private ones too: what they hide has to be known. */
export async function listServiceRows(db: Db, grant: PageGrant): Promise<ServiceRow[]> {
  return db
    .selectFrom("services")
    .select(["id", "parent_id", "name", "description", "translations", "private", "inserted_at"])
    .select(["display_uptime_graph", "display_response_time_chart"])
    .where("status_page_id", "=", grant.status_page_id)
    .orderBy("order")
    .orderBy("id")
    .execute();
}

type Ids = readonly number[];

/** Incidents without those that affect only services a visitor may not see. */
function publicIncidents(db: Db, grant: PageGrant, visible: Ids) {
  return db
    .selectFrom("incidents")
    .selectAll("incidents")
    .where("incidents.status_page_id", "=", grant.status_page_id)
    .where(concerns(grant, "incident", visible));
}

/** Incidents and maintenances that have not ended and start before a moment, newest first. */
export async function listCurrent(db: Db, grant: PageGrant, visible: Ids, when: { now: string; until: string }): Promise<IncidentRow[]> {
  const rows = await publicIncidents(db, grant, visible)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", when.now)]))
    .where("starts_at", "<=", when.until)
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
  return rows as IncidentRow[];
}

/** Incidents and maintenances that ended since a moment, newest first. */
export async function listEnded(db: Db, grant: PageGrant, visible: Ids, when: { now: string; from: string }): Promise<IncidentRow[]> {
  const rows = await publicIncidents(db, grant, visible)
    .where("ends_at", ">=", when.from)
    .where("ends_at", "<=", when.now)
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
  return rows as IncidentRow[];
}

/** Incidents and maintenances that touch the time between two moments, newest first. */
export async function listBetween(db: Db, grant: PageGrant, visible: Ids, when: { from: string; to: string }): Promise<IncidentRow[]> {
  const rows = await publicIncidents(db, grant, visible)
    .where("starts_at", "<", when.to)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", when.from)]))
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
  return rows as IncidentRow[];
}

/** The newest incidents and maintenances, for feeds. */
export async function listNewest(db: Db, grant: PageGrant, visible: Ids, count: number): Promise<IncidentRow[]> {
  const query = publicIncidents(db, grant, visible).orderBy("starts_at", "desc").orderBy("id", "desc");
  return (await query.limit(count).execute()) as IncidentRow[];
}

export async function findIncident(db: Db, grant: PageGrant, visible: Ids, id: number): Promise<IncidentRow | undefined> {
  const row = await publicIncidents(db, grant, visible).where("incidents.id", "=", id).executeTakeFirst();
  return row as IncidentRow | undefined;
}

export async function listIncidentServices(
  db: Db,
  grant: PageGrant,
  ids: number[],
): Promise<{ incident_id: number; service_id: number }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("incident_services")
    .select(["incident_id", "service_id"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", ids)
    .execute();
}

/** The newest updates of each incident, newest first. */
export async function listNewestUpdates(db: Db, grant: PageGrant, ids: number[]): Promise<UpdateRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UpdateRow>`
    select updates.* from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select * from incident_updates
      where status_page_id = ${grant.status_page_id} and incident_id = wanted.id
      order by posted_at desc, id desc limit ${MAX_UPDATES}
    ) as updates`.execute(db);
  return rows;
}

/** Notices that are featured at some time between two moments, newest first. */
export async function listFeatured(
  db: Db,
  grant: PageGrant,
  visible: readonly number[],
  when: { now: string; until: string },
): Promise<NoticeRow[]> {
  return db
    .selectFrom("info_notices")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where(concerns(grant, "info_notice", visible))
    .where("featured_from", "<=", when.until)
    .where((eb) => eb.or([eb("featured_until", "is", null), eb("featured_until", ">", when.now)]))
    .orderBy("featured_from", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
}

export async function findNotice(db: Db, grant: PageGrant, visible: Ids, id: number): Promise<NoticeRow | undefined> {
  return db
    .selectFrom("info_notices")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where(concerns(grant, "info_notice", visible))
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function listNoticeServices(
  db: Db,
  grant: PageGrant,
  ids: number[],
): Promise<{ info_notice_id: number; service_id: number }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("info_notice_services")
    .select(["info_notice_id", "service_id"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("info_notice_id", "in", ids)
    .execute();
}

export async function listNoticeUpdates(db: Db, grant: PageGrant, ids: number[]): Promise<NoticeUpdateRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("info_notice_updates")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("info_notice_id", "in", ids)
    .orderBy("posted_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
