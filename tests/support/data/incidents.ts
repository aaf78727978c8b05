import type { Db } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { declare } from "#lib/incidents/declared.ts";

// One statement takes 65,535 parameters.
const MAX_ROWS = 5_000;

/** A list's rows as they are. */
export function asTheyAre<Row>(rows: Row[]): Row[] {
  return rows;
}

/** The grant of the program itself: it sees everything of a page. */
export function systemGrant(db: Db, subdomain: string): Promise<PageGrant> {
  return authorize(
    { db, actor: { kind: "system" }, address: null, request_id: "test" },
    "page.read",
    { subdomain },
  );
}

export function visitorGrant(db: Db, subdomain: string): Promise<PageGrant> {
  return authorize(
    { db, actor: { kind: "visitor" }, address: null, request_id: "test" },
    "page.visit",
    { subdomain },
  );
}

export type BareIncident = {
  severity: Severity;
  /** A page's own type; otherwise the severity. */
  type?: string;
  title?: string;
  starts_at: string;
  ends_at: string | null;
  service_ids: number[];
  affects_uptime?: boolean;
  inserted_at?: string;
  updated_at?: string;
};

/**
 * Incidents straight in the database: nothing is rolled up, nobody is told.
 * @returns their ids, in the order given
 */
export async function mintIncidents(
  db: Db,
  statusPageId: number,
  incidents: readonly BareIncident[],
): Promise<number[]> {
  if (incidents.length === 0) return [];
  const values = incidents.map(({ service_ids: _, title = "Trouble", ...incident }) => {
    const { severity, type = severity, starts_at, ends_at } = incident;
    const { affects_uptime = severity !== "scheduled" } = incident;
    const declared = JSON.stringify(declare({ type, starts_at, ends_at }, 0));
    return { status_page_id: statusPageId, title, declared, ...incident, type, affects_uptime };
  });
  const rows = await db.insertInto("incidents").values(values).returning("id").execute();
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  const links = incidents.flatMap(({ service_ids }, index) =>
    service_ids.map((service_id, place) => ({
      status_page_id: statusPageId,
      incident_id: ids[index] ?? 0,
      service_id,
      place,
    })),
  );
  await db.insertInto("incident_services").values(links).execute();
  const impacts = incidents.flatMap(
    ({ service_ids, severity, type = severity, starts_at, ends_at }, index) =>
      starts_at === ends_at
        ? []
        : service_ids.map((service_id) => ({
            ...{ service_id, severity, type, starts_at, ends_at },
            status_page_id: statusPageId,
            incident_id: ids[index] ?? 0,
          })),
  );
  for (let from = 0; from < impacts.length; from += MAX_ROWS) {
    const some = impacts.slice(from, from + MAX_ROWS);
    await db.insertInto("incident_impacts").values(some).execute();
  }
  return ids;
}

/** One incident straight in the database. @returns its id */
export async function mintIncident(
  db: Db,
  statusPageId: number,
  incident: BareIncident,
): Promise<number> {
  const [id = 0] = await mintIncidents(db, statusPageId, [incident]);
  return id;
}
