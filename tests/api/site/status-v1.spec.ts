import type { Db } from "#db/index.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;

function hoursAway(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19);
}

async function say(
  db: Db,
  status_page_id: number,
  incident_id: number,
  updates: [type: "issue" | "identified" | "scheduled", hours: number][],
): Promise<void> {
  const values = updates.map(([type, hours]) => ({
    status_page_id,
    incident_id,
    type,
    description: "Text",
    posted_at: hoursAway(hours),
  }));
  await db.insertInto("incident_updates").values(values).execute();
}

test("the status of a page under v1 has all that v2 has, its services and what goes on and is to come", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const root = await mintService(database, id, { name: "Shop", order: 1 });
  const leaf = await mintService(database, id, { name: "Cart", parent_id: root, order: 2 });
  const secret = await mintService(database, id, { name: "Vault", private: true, order: 3 });
  const [open = 0, running = 0, soon = 0] = await mintIncidents(database, id, [
    {
      severity: "minor",
      title: "Slow",
      starts_at: hoursAway(-2),
      ends_at: null,
      service_ids: [secret, leaf],
    },
    {
      severity: "scheduled",
      title: "Move",
      starts_at: hoursAway(-1),
      ends_at: hoursAway(1),
      service_ids: [root],
    },
    {
      severity: "scheduled",
      title: "Upgrade",
      starts_at: hoursAway(20),
      ends_at: hoursAway(21),
      service_ids: [leaf],
    },
    { severity: "major", starts_at: hoursAway(-1), ends_at: null, service_ids: [secret] },
    { severity: "major", starts_at: hoursAway(-3), ends_at: hoursAway(-2), service_ids: [leaf] },
  ]);
  await say(database, id, open, [
    ["identified", -1],
    ["issue", -2],
  ]);
  await say(database, id, soon, [["scheduled", -5]]);
  const [v1, v2] = await Promise.all(
    [1, 2].map((version) => server.request(`/api/v${version}/status_pages/${subdomain}/status`)),
  );
  const times = await database
    .selectFrom("incidents")
    .select(["id", "starts_at"])
    .where("status_page_id", "=", id)
    .execute();
  const starts_at = (incident: number) => times.find((row) => row.id === incident)?.starts_at;
  expect(v1?.headers["access-control-allow-origin"]).toBe("*");
  expect(v1?.json()).toEqual({
    ...v2?.json<object>(),
    services: [
      {
        id: root,
        name: "Shop",
        current_incident_type: "minor",
        children: [{ id: leaf, name: "Cart", current_incident_type: "minor", children: [] }],
      },
    ],
    incidents: [
      {
        id: open,
        title: "Slow",
        type: "minor",
        starts_at: starts_at(open),
        services: [{ id: leaf, name: "Cart" }],
        current_status: { activity_type_id: "identified" },
      },
      {
        id: running,
        title: "Move",
        type: "scheduled",
        starts_at: starts_at(running),
        services: [{ id: root, name: "Shop" }],
        current_status: { activity_type_id: null },
      },
    ],
    maintenances: [
      {
        id: soon,
        title: "Upgrade",
        type: "scheduled",
        starts_at: starts_at(soon),
        services: [{ id: leaf, name: "Cart" }],
        current_status: { activity_type_id: "scheduled" },
      },
    ],
  });
  const known = { headers: { "if-none-match": String(v1?.headers.etag) } };
  const again = await server.request(`/api/v1/status_pages/${subdomain}/status`, known);
  expect(again.status).toBe(304);
  expect((await api.as(null).get(`/status_pages/${subdomain}/status`)).text).toBe(v2?.text);
});

test("the other reads of v1 answer as those of v2", async ({ server, organization, service }) => {
  const { subdomain } = organization.page;
  for (const path of ["/summary", `/services/${service}/status`, `/services/${service}/summary`]) {
    const [v1, v2] = await Promise.all(
      [1, 2].map((version) => server.request(`/api/v${version}/status_pages/${subdomain}${path}`)),
    );
    expect([path, v1?.status, v1?.text]).toEqual([path, 200, v2?.text]);
  }
});

test("what v1 does not have is refused as in v2", async ({ server, organization }) => {
  const path = `/api/v1/status_pages/${organization.page.subdomain}/status`;
  const posted = await server.request(path, { method: "POST", body: {} });
  expect([posted.status, posted.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect((await server.request("/api/v1/status_pages/nowhere/status")).status).toBe(404);
});
