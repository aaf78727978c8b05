import type { Db } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/auth/authorize.ts";
import type { Severity } from "#lib/incidents/schema.ts";
import { declare } from "#lib/incidents/state.ts";

/** The grant of the program itself: it sees everything of a page. */
export function systemGrant(db: Db, subdomain: string): Promise<PageGrant> {
  return authorize({ db, actor: { kind: "system" }, address: null, request_id: "test" }, "page.read", { subdomain });
}

export function visitorGrant(db: Db, subdomain: string): Promise<PageGrant> {
  return authorize({ db, actor: { kind: "visitor" }, address: null, request_id: "test" }, "page.visit", { subdomain });
}

export type BareIncident = {
  severity: Severity;
  starts_at: string;
  ends_at: string | null;
  service_ids: number[];
  affects_uptime?: boolean;
};

/** An incident straight in the database: nothing is rolled up, nobody is told. @returns its id */
export async function mintIncident(db: Db, statusPageId: number, { service_ids, ...incident }: BareIncident): Promise<number> {
  const declared = JSON.stringify(declare({ type: incident.severity, starts_at: incident.starts_at, ends_at: incident.ends_at }, 0));
  const { id } = await db
    .insertInto("incidents")
    .values({ status_page_id: statusPageId, title: "Trouble", type: incident.severity, declared, ...incident })
    .returning("id")
    .executeTakeFirstOrThrow();
  const links = service_ids.map((service_id) => ({ status_page_id: statusPageId, incident_id: id, service_id }));
  await db.insertInto("incident_services").values(links).execute();
  return id;
}
