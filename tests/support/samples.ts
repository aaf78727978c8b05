import type { Db } from "#db/index.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { wireNow } from "#lib/clock.ts";
import { mintIncident } from "./incidents.ts";
import { type Minted, mintService } from "./mint.ts";

/** What stands for each path parameter in one organization. */
export type Ids = Record<string, string | number>;

export async function sampleIds(db: Db, { id, page }: Minted): Promise<Ids> {
  const service_id = await mintService(db, page.id);
  const incident_id = await mintIncident(db, page.id, {
    severity: "major",
    starts_at: wireNow(),
    ends_at: null,
    service_ids: [service_id],
  });
  const { id: update_id } = await db
    .insertInto("incident_updates")
    .values({ status_page_id: page.id, incident_id, type: "issue", description: "Broken", posted_at: wireNow() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { organization_id: id, subdomain: page.subdomain, service_id, incident_id, update_id };
}

export function pathOf(path: string, ids: Ids): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`no sample for {${name}}: add it to sampleIds`);
    return String(ids[name]);
  });
}

// One body per record that every operation with that wrapper accepts.
const RECORDS: Record<string, (ids: Ids) => unknown> = {
  status_page: () => ({ name: "Page", url: "https://example.com", time_zone: "Europe/Berlin" }),
  service: () => ({ name: "Service" }),
  incident: ({ service_id }) => ({ title: "Down", type: "major", service_ids: [service_id] }),
  update: () => ({ description: "We are on it" }),
};

/** A body that the operation accepts. */
export function sampleBody({ body }: Endpoint["declaration"]): (ids: Ids) => unknown {
  const wrapper = String(body?.meta()?.wrapper);
  const record = RECORDS[wrapper];
  if (!record) throw new Error(`no sample for "${wrapper}": add it to RECORDS`);
  return (ids) => ({ [wrapper]: record(ids) });
}
