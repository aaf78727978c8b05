import type { Db } from "#db/index.ts";
import { STATUSPAGE } from "#lib/core/routes/routes.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { HEAVY_TEXTS } from "#tests/support/data/heavy-texts.ts";
import { type BareIncident, mintIncidents } from "#tests/support/data/incidents.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

const MEGABYTE = 1_000_000;
const SERVICES = 2_000;
const OF_EACH = 100;
const NAME = '"&'.repeat(127);
const texts = Object.values(HEAVY_TEXTS);
const languages = Array.from({ length: 50 }, (_, index) =>
  String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26)),
);
const translated = (field: string) =>
  JSON.stringify(
    Object.fromEntries(["de", ...languages].slice(0, 50).map((code) => [code, { [field]: NAME }])),
  );

/** A page with as much as it may have, straight in the database. @returns an incident of it */
async function fill(db: Db, page: number): Promise<number> {
  const service_ids: number[] = [];
  for (let first = 0; first < SERVICES; first += 100) {
    const values = Array.from({ length: 100 }, (_, number) => ({
      status_page_id: page,
      name: NAME,
      description: texts[number % texts.length]?.slice(0, first === 0 ? undefined : 3_000),
      translations: translated("name"),
      display_uptime_graph: true,
      order: first + number,
      monitoring_options: "{}",
    }));
    const rows = await db.insertInto("services").values(values).returning("id").execute();
    service_ids.push(...rows.map(({ id }) => id));
  }
  const year = Number(wireNow().slice(0, 4));
  const of = (bare: Pick<BareIncident, "severity" | "starts_at" | "ends_at">) =>
    Array.from({ length: OF_EACH }, () => ({
      ...bare,
      title: NAME,
      service_ids: service_ids.slice(0, 50),
    }));
  const soon = `${wireNow().slice(0, 17)}59`;
  const ids = await mintIncidents(db, page, [
    ...of({ severity: "major", starts_at: wireNow(), ends_at: null }),
    ...of({ severity: "scheduled", starts_at: wireNow(), ends_at: `${year + 1}-12-31T00:00:00` }),
    ...of({ severity: "scheduled", starts_at: soon, ends_at: `${year + 1}-12-31T00:00:00` }),
  ]);
  const updates = ids.flatMap((incident_id, index) =>
    Array.from({ length: index === 0 ? 30 : 2 }, (_, number) => ({
      status_page_id: page,
      incident_id,
      type: "update" as const,
      description: texts[(index + number) % texts.length] ?? "",
      posted_at: wireNow(),
    })),
  );
  for (let start = 0; start < updates.length; start += 50)
    await db
      .insertInto("incident_updates")
      .values(updates.slice(start, start + 50))
      .execute();
  await db
    .updateTable("incidents")
    .set({ translations: translated("title") })
    .where("id", "in", ids)
    .execute();
  return ids[0] ?? 0;
}

test("a page that has as much as it may answers no more than a megabyte anywhere, its summary four", async ({
  database,
  server,
}) => {
  const organization = await mintOrganization(database, {
    settings: { display_about: true, about: texts[0] },
  });
  const { id, subdomain } = organization.page;
  const incident = await fill(database, id);
  const own = ["/rss", "/index.md"].map((path) => `/incidents/${incident}${path}`);
  const feeds = ["/rss", "/atom", "/calendar.ics"];
  const read = async (path: string) => {
    // A slow machine renders longer than a visitor waits: the next one gets it.
    await expect
      .poll(async () => (await server.visit(subdomain, path)).status, { timeout: 60_000 })
      .toBe(200);
    return (await server.visit(subdomain, path)).bytes.length;
  };
  for (const path of ["/", "/index.md", `/incidents/${incident}`, ...own, ...feeds])
    expect(await read(path), path).toBeLessThanOrEqual(MEGABYTE);
  const page = (await server.visit(subdomain, "/")).text;
  expect(page).toMatch(/more services, each on its own page/);
  expect(page).toMatch(/\d+ more/);
  for (const { pattern } of Object.values(STATUSPAGE)) {
    expect(await read(pattern), pattern).toBeLessThanOrEqual(4 * MEGABYTE);
  }
  const api = apiOf(server, null);
  const older = await server.request(`/api/v1/status_pages/${subdomain}/status`);
  expect(older.bytes.length).toBeLessThanOrEqual(4 * MEGABYTE);
  const summary = await api.get(`/status_pages/${subdomain}/summary`);
  expect(summary.bytes.length).toBeLessThanOrEqual(4 * MEGABYTE);
  const { meta, services } = summary.json<{
    services: unknown[];
    meta: { total_counts: { incidents: number } };
  }>();
  expect([services.length, meta.total_counts.incidents]).toEqual([SERVICES, OF_EACH]);
  const status = await apiOf(server, null).get(`/status_pages/${subdomain}/status`);
  expect(status.bytes.length).toBeLessThan(2_000);
});
