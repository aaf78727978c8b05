import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import type { InfoNoticeRow } from "#lib/info-notices/queries.ts";
import { concerns } from "#lib/services/links/queries.ts";

// What one page can show of a kind; a page with more of it at a time would help nobody.
const MAX_SHOWN = 100;

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
  return publicIncidents(db, grant, visible)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", when.now)]))
    .where("starts_at", "<=", when.until)
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
}

/** Incidents and maintenances that ended since a moment, newest first. */
export async function listEnded(db: Db, grant: PageGrant, visible: Ids, when: { now: string; from: string }): Promise<IncidentRow[]> {
  return publicIncidents(db, grant, visible)
    .where("ends_at", ">=", when.from)
    .where("ends_at", "<=", when.now)
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
}

/** Incidents and maintenances that touch the time between two moments, newest first. */
export async function listBetween(db: Db, grant: PageGrant, visible: Ids, when: { from: string; to: string }): Promise<IncidentRow[]> {
  return publicIncidents(db, grant, visible)
    .where("starts_at", "<", when.to)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", when.from)]))
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_SHOWN)
    .execute();
}

/** The newest incidents and maintenances, for feeds. */
export async function listNewest(db: Db, grant: PageGrant, visible: Ids, count: number): Promise<IncidentRow[]> {
  const query = publicIncidents(db, grant, visible).orderBy("starts_at", "desc").orderBy("id", "desc");
  return query.limit(count).execute();
}

export async function findIncident(db: Db, grant: PageGrant, visible: Ids, id: number): Promise<IncidentRow | undefined> {
  return publicIncidents(db, grant, visible).where("incidents.id", "=", id).executeTakeFirst();
}

/** Notices that are featured at some time between two moments, newest first. */
export async function listFeatured(db: Db, grant: PageGrant, visible: Ids, when: { now: string; until: string }): Promise<InfoNoticeRow[]> {
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

export async function findNotice(db: Db, grant: PageGrant, visible: Ids, id: number): Promise<InfoNoticeRow | undefined> {
  return db
    .selectFrom("info_notices")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where(concerns(grant, "info_notice", visible))
    .where("id", "=", id)
    .executeTakeFirst();
}
