import type { Db } from "#db/index.ts";
import { type BareIncident, mintIncidents } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;
const MANY = 120;

function hoursAway(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19);
}

function maintenances(service: number, count: number): BareIncident[] {
  return Array.from({ length: count }, (_, index) => ({
    severity: "scheduled",
    title: `Maintenance ${index + 1}`,
    starts_at: hoursAway(2 + index),
    ends_at: hoursAway(3 + index),
    service_ids: [service],
  }));
}

function outages(service: number, count: number): BareIncident[] {
  return Array.from({ length: count }, (_, index) => ({
    severity: "major",
    title: `Outage ${index + 1}`,
    starts_at: hoursAway(-1 - index),
    ends_at: null,
    service_ids: [service],
  }));
}

type Listed = { id: number; title: string; service_ids: number[] };
type Summary = {
  status_page: { current_incident_type: string | null };
  incidents: Listed[];
  maintenances: Listed[];
  upcoming_maintenances: Listed[];
  current_status_type: string | null;
  meta?: { total_counts: Record<string, number> };
};

test("announced maintenances push no outage off page, summary, state or feeds, and the next one comes first", async ({
  server,
  api,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const [outage = 0, next] = await mintIncidents(database, id, [
    ...outages(service, 1),
    ...maintenances(service, MANY),
  ]);
  const visitor = api.as(null);
  const { text } = await server.visit(subdomain);
  expect(text).toContain("Checkout is down");
  expect(text).toContain(`aria-labelledby="i${outage}"`);
  expect(text).toContain(`aria-labelledby="i${next}"`);
  const path = `/status_pages/${subdomain}`;
  const summary = (await visitor.get(`${path}/summary`)).json<Summary>();
  expect(summary.incidents.map((incident) => incident.id)).toEqual([outage]);
  expect(summary.upcoming_maintenances[0]?.id).toBe(next);
  expect(summary.current_status_type).toBe("major");
  for (const read of ["/status", `/services/${service}/status`, `/services/${service}/summary`])
    expect((await visitor.get(path + read)).text).toContain('"current_incident_type":"major"');
  for (const feed of ["/rss", "/atom", "/calendar.ics"]) {
    const told = (await server.visit(subdomain, feed)).text;
    expect(told, feed).toContain("Outage 1");
    expect(told, feed).toMatch(/Maintenance 1\b/);
  }
});

test("what is not shown of many open incidents and maintenances is counted, and led to", async ({
  server,
  api,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  await mintIncidents(database, id, [
    ...outages(service, MANY),
    ...maintenances(service, MANY + 30),
  ]);
  const { text } = await server.visit(subdomain);
  expect(text).toMatch(/<a href="\/history\/[\d-]+">20 more open incidents<\/a>/);
  expect(text).toContain("147 more planned");
  const listed = `/api/v2/status_pages/${subdomain}/incidents`;
  expect(text).toContain(`<a href="${listed}">50 more planned maintenance windows</a>`);
  expect(text).toContain('<a href="#open">115 more</a>');
  const summary = (await api.as(null).get(`/status_pages/${subdomain}/summary`)).json<Summary>();
  expect(summary.meta?.total_counts).toEqual({
    incidents: MANY,
    maintenances: 0,
    upcoming_maintenances: MANY + 30,
    info_notices: 0,
  });
});

async function yesterday(db: Db, pageId: number, service: number): Promise<string> {
  const day = hoursAway(-24).slice(0, 10);
  const ended = Array.from({ length: MANY }, (_, index): BareIncident => {
    const minute = String(index % 60).padStart(2, "0");
    const hour = 10 + Math.floor(index / 60);
    const [starts_at, ends_at] = [`${day}T${hour}:${minute}:00`, `${day}T${hour}:${minute}:30`];
    return { severity: "minor", title: "Hiccup", starts_at, ends_at, service_ids: [service] };
  });
  await mintIncidents(db, pageId, ended);
  return day;
}

test("a day tells how much happened, however much that was, and its pages hold all of it", async ({
  server,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const day = await yesterday(database, id, service);
  const earlier = hoursAway(-72);
  await mintIncidents(database, id, [
    {
      severity: "major",
      title: "Before",
      starts_at: earlier,
      ends_at: earlier,
      service_ids: [service],
    },
  ]);
  const { text } = await server.visit(subdomain);
  expect(text).toContain(`<a href="/history/${day}">115 more</a>`);
  expect(text).toContain("Before");
  const found = new Set<string>();
  let path: string | undefined = `/history/${day}`;
  while (path) {
    const page: string = (await server.visit(subdomain, path)).text;
    for (const [, incident = ""] of page.matchAll(/href="\/incidents\/(\d+)"/g))
      found.add(incident);
    path = /href="(\/history\/[\d-]+\?before=\d+)"/.exec(page)?.[1];
  }
  expect(found.size).toBe(MANY);
});

test("a page without services claims nothing of them, in either language", async ({
  server,
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  for (const [lang, said] of [
    ["en", "No services are listed yet"],
    ["de", "Noch sind keine Dienste aufgeführt"],
  ]) {
    const { text } = await server.visit(subdomain, `/?lang=${lang}`);
    expect(text).toContain(`${said}</h1>`);
    expect(text).not.toMatch(/operational|in Betrieb/i);
  }
  expect((await api.as(null).get(`/status_pages/${subdomain}/status`)).json()).toMatchObject({
    status_page: { current_incident_type: null },
  });
});

test("planned maintenance never stands above an open incident, wherever the operator puts incidents", async ({
  server,
  organization,
  database,
}) => {
  for (const position of ["above_services", "below_services"]) {
    const { id, subdomain } = await mintPage(database, organization.id, {
      settings: { current_incidents_position: position },
    });
    const service = await mintService(database, id);
    await mintIncidents(database, id, [...outages(service, 2), ...maintenances(service, 1)]);
    const { text } = await server.visit(subdomain);
    const order = ["open", "maintenance", "services"]
      .map((section) => ({ section, at: text.indexOf(`<h2 id="${section}"`) }))
      .sort((a, b) => a.at - b.at)
      .map(({ section }) => section);
    const above = position === "above_services";
    const incidents = ["open", "maintenance"];
    expect(order, position).toEqual(
      above ? [...incidents, "services"] : ["services", ...incidents],
    );
  }
});

test("the summary of a service has its own open incidents, however many others there are, and names no other service", async ({
  api,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const other = await mintService(database, id);
  const [own = 0] = await mintIncidents(database, id, [
    {
      severity: "minor",
      starts_at: hoursAway(-200),
      ends_at: null,
      service_ids: [other, service],
    },
    ...outages(other, MANY),
  ]);
  const path = `/status_pages/${subdomain}/services/${service}/summary`;
  const summary = (await api.as(null).get(path)).json<Summary>();
  expect(summary.incidents.map((incident) => [incident.id, incident.service_ids])).toEqual([
    [own, [service]],
  ]);
  expect(summary.current_status_type).toBe("minor");
});
