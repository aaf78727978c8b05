import { hoursAway } from "#tests/support/data/hours.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("the summary sorts what goes on: incidents, running and upcoming maintenances, notices", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain, name } = organization.page;
  const service = await mintService(database, id, { name: "API" });
  const mint = (severity: "major" | "scheduled", from: number, to: number | null) =>
    mintIncident(database, id, {
      severity,
      starts_at: hoursAway(from),
      ends_at: to === null ? null : hoursAway(to),
      service_ids: [service],
    });
  const open = await mint("major", -1, null);
  const running = await mint("scheduled", -1, 1);
  const soon = await mint("scheduled", 24, 25);
  await mint("scheduled", 24 * 8, 24 * 9);
  await mint("major", -5, -4);
  const notice = {
    status_page_id: id,
    title: "Hello",
    featured_from: hoursAway(-1),
    featured_until: null,
  };
  await database.insertInto("info_notices").values(notice).execute();
  type Summary = Record<
    "incidents" | "maintenances" | "upcoming_maintenances" | "info_notices",
    { id: number; title: string }[]
  >;
  const summary = (await api.as(null).get(`/status_pages/${subdomain}/summary`)).json<Summary>();
  expect(summary).toMatchObject({
    status_page: {
      url: "https://example.com",
      time_zone: "Etc/UTC",
      subdomain,
      name,
      current_incident_type: "major",
      default_lang: "en",
    },
    services: [
      { name: "API", id: service, description: null, current_incident_type: "major", children: [] },
    ],
    current_status_type: "major",
  });
  expect(Object.keys(summary)).toEqual([
    "status_page",
    "services",
    "incidents",
    "maintenances",
    "upcoming_maintenances",
    "info_notices",
    "current_status_type",
  ]);
  expect(summary.incidents.map((incident) => incident.id)).toEqual([open]);
  expect(summary.maintenances.map((incident) => incident.id)).toEqual([running]);
  expect(summary.upcoming_maintenances.map((incident) => incident.id)).toEqual([soon]);
  expect(summary.info_notices.map(({ title }) => title)).toEqual(["Hello"]);
});

test("the summary of a service has only what concerns it or what is below it", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const parent = await mintService(database, id);
  const child = await mintService(database, id, { parent_id: parent });
  const other = await mintService(database, id);
  const open = (service: number) =>
    mintIncident(database, id, {
      severity: "minor",
      starts_at: hoursAway(-1),
      ends_at: null,
      service_ids: [service],
    });
  const [below] = [await open(child), await open(other)];
  type Summary = { incidents: { id: number }[]; current_status_type: string | null };
  const summary = (
    await api.as(null).get(`/status_pages/${subdomain}/services/${parent}/summary`)
  ).json<Summary>();
  expect(summary.incidents.map((incident) => incident.id)).toEqual([below]);
  expect(summary.current_status_type).toBe("minor");
});

test("private services and what concerns only them never appear, not even to a key that may see them", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const root = await mintService(database, id, { name: "Root" });
  const secret = await mintService(database, id, {
    name: "Secret",
    parent_id: root,
    private: true,
  });
  const below = await mintService(database, id, { name: "Below", parent_id: secret });
  await mintIncident(database, id, {
    severity: "major",
    starts_at: hoursAway(-1),
    ends_at: null,
    service_ids: [below],
  });
  for (const caller of [api.as(null), api]) {
    const summary = (await caller.get(`/status_pages/${subdomain}/summary`)).json<{
      incidents: unknown[];
      services: unknown[];
    }>();
    expect(summary).toMatchObject({
      incidents: [],
      current_status_type: null,
      services: [{ id: root, children: [] }],
    });
    expect((await caller.get(`/status_pages/${subdomain}/status`)).text).toContain(
      '"current_incident_type":null',
    );
    for (const service of [secret, below]) {
      for (const read of ["status", "summary"]) {
        expect(
          (await caller.get(`/status_pages/${subdomain}/services/${service}/${read}`)).status,
        ).toBe(404);
      }
    }
  }
});
