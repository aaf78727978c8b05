import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { mintKey, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import type { Flood } from "./flood.ts";
import { Process } from "./processes.ts";
import type { Stage, Trouble } from "./troubles.ts";

const CONNECTIONS = 40;
const KEYS = 10;
const ADDRESSES = 20;
const INCIDENTS = 5_000;
const SERVICES = 400;
const DAYS = 90;
const CHANGE_EVERY = 10;
const WORDS = ["payments", "cards fail", "batch7", "look", "nothing of that"];

/** What an import leaves: PostgreSQL has not looked at any of it yet. */
async function insertIncidents(db: Db, page: number, services: readonly number[]): Promise<void> {
  await sql`
    with added as (
      insert into incidents
        (status_page_id, title, type, severity, starts_at, ends_at, declared, affects_uptime)
      select ${page}, 'Cards fail ' || n, 'minor', 'minor', now() - n % ${DAYS}::integer * interval '1 day',
        now(), '{}', true
      from generate_series(1, ${INCIDENTS}::integer) as n returning id
    ), linked as (
      insert into incident_services (status_page_id, incident_id, service_id)
      select ${page}, id, (${services}::bigint[])[1 + id % ${services.length}::integer] from added
    )
    insert into incident_updates (status_page_id, incident_id, type, description, posted_at)
    select ${page}, id, 'issue', repeat('We look into payments of batch' || id % 997 || '. ', 40), now()
    from added`.execute(db);
}

/** One tenant with ten keys, from twenty addresses, searches, lists, exports and reads its page. */
export async function heavyReader({ db, port, folder }: Stage): Promise<Trouble> {
  const { id, page } = await mintOrganization(db);
  const services: number[] = [];
  while (services.length < SERVICES) services.push(await mintService(db, page.id));
  const keys = await Promise.all(
    Array.from({ length: KEYS }, () => mintKey(db, { organization_id: id, role: "admin" })),
  );
  await insertIncidents(db, page.id, services);
  const change = { incident: { title: "Changed", type: "minor", service_ids: [services[0]] } };
  const api = `/api/v2/status_pages/${page.subdomain}`;
  const today = Date.now();
  const requests: Flood["requests"] = [];
  for (let count = 0; count < KEYS * ADDRESSES; count += 1) {
    const from = { "x-forwarded-for": `203.0.113.${100 + (count % ADDRESSES)}` };
    const headers = { authorization: keys[count % KEYS] ?? "", ...from };
    const words = encodeURIComponent(WORDS[count % WORDS.length] ?? "");
    const day = new Date(today - (count % DAYS) * 86_400_000).toISOString().slice(0, 10);
    requests.push(
      { path: `${api}/incidents?q=${words}`, headers },
      { path: `${api}/incidents?limit=100`, headers },
      { path: `${api}/incident_export?format=json`, headers },
      { path: `/s/${page.subdomain}/history/${day}`, headers: from },
    );
    // What has changed is in no cache.
    if (count % CHANGE_EVERY === 0)
      requests.push({ path: `${api}/incidents`, method: "POST", headers, body: change });
  }
  const file = join(folder, "reader.json");
  await writeFile(file, JSON.stringify({ port, connections: CONNECTIONS, requests }));
  return async () => {
    const flooding = new Process(["tests/bench/flood.ts", file]);
    return () => flooding.end();
  };
}
