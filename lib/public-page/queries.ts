import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { type IncidentRow, visibleIncidents } from "#lib/incidents/queries.ts";
import { type InfoNoticeRow, visibleNotices } from "#lib/info-notices/queries.ts";

// What one page can show of a kind; a page with more of it at a time would help nobody.
const MAX_SHOWN = 100;

type Ids = readonly number[];

/** Incidents and maintenances that a visitor may see, newest first. */
function incidents(db: Db, grant: PageGrant, visible: Ids) {
  const query = visibleIncidents(db, grant, visible).selectAll("incidents");
  return query.orderBy("starts_at", "desc").orderBy("incidents.id", "desc").limit(MAX_SHOWN);
}

/** Incidents and maintenances that have not ended and start before a moment, newest first. */
export async function listCurrent(db: Db, grant: PageGrant, visible: Ids, when: { now: string; until: string }): Promise<IncidentRow[]> {
  return incidents(db, grant, visible)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", when.now)]))
    .where("starts_at", "<=", when.until)
    .execute();
}

/** Incidents and maintenances that ended since a moment, newest first. */
export async function listEnded(db: Db, grant: PageGrant, visible: Ids, when: { now: string; from: string }): Promise<IncidentRow[]> {
  return incidents(db, grant, visible).where("ends_at", ">=", when.from).where("ends_at", "<=", when.now).execute();
}

/** Incidents and maintenances that touch the time between two moments, newest first. */
export async function listBetween(db: Db, grant: PageGrant, visible: Ids, when: { from: string; to: string }): Promise<IncidentRow[]> {
  return incidents(db, grant, visible)
    .where("starts_at", "<", when.to)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", when.from)]))
    .execute();
}

/** The newest incidents and maintenances, for feeds. */
export async function listNewest(db: Db, grant: PageGrant, visible: Ids, count: number): Promise<IncidentRow[]> {
  return incidents(db, grant, visible).limit(count).execute();
}

export async function findIncident(db: Db, grant: PageGrant, visible: Ids, id: number): Promise<IncidentRow | undefined> {
  return incidents(db, grant, visible).where("incidents.id", "=", id).executeTakeFirst();
}

/** Notices that are featured at some time between two moments, newest first. */
export async function listFeatured(db: Db, grant: PageGrant, visible: Ids, when: { now: string; until: string }): Promise<InfoNoticeRow[]> {
  return visibleNotices(db, grant, visible)
    .selectAll("info_notices")
    .where("featured_from", "<=", when.until)
    .where((eb) => eb.or([eb("featured_until", "is", null), eb("featured_until", ">", when.now)]))
    .orderBy("featured_from", "desc")
    .orderBy("info_notices.id", "desc")
    .limit(MAX_SHOWN)
    .execute();
}

export async function findNotice(db: Db, grant: PageGrant, visible: Ids, id: number): Promise<InfoNoticeRow | undefined> {
  return visibleNotices(db, grant, visible).selectAll("info_notices").where("info_notices.id", "=", id).executeTakeFirst();
}
