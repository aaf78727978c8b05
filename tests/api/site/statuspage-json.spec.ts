import { STATUSPAGE } from "#lib/core/routes/routes.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { DOCUMENTS } from "#lib/site/statuspage-json/documents.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const LISTS = "/api/v2/";
const SHAPES = new Map(
  (Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])
    .filter((key) => STATUSPAGE[key].pattern.startsWith(LISTS))
    .filter((key) => !STATUSPAGE[key].pattern.includes("["))
    .map((key) => [STATUSPAGE[key].pattern.slice(LISTS.length), DOCUMENTS[key].shape]),
);
const PATHS = [...SHAPES.keys()];

/** The documents of one record, and the history, at the addresses that clients ask for. */
function recordsOf(incident: number, service: number) {
  return new Map([
    [`/api/v2/incidents/${incident}.json`, DOCUMENTS.incident.shape],
    [`/api/v2/components/${service}.json`, DOCUMENTS.component.shape],
    [`/incidents/${incident}.json`, DOCUMENTS.incident_page.shape],
    ["/history.json", DOCUMENTS.history.shape],
    ["/history.json?page=2", DOCUMENTS.history.shape],
  ]);
}
const HOUR = 3_600;

function hoursAway(hours: number): string {
  return later(wireNow(), hours * HOUR);
}

async function read<T>(server: TestServer, subdomain: string, path: string): Promise<T> {
  const answer = await server.visit(subdomain, `/api/v2/${path}`);
  expect(answer.status, path).toBe(200);
  SHAPES.get(path)?.parse(answer.json());
  return answer.json<T>();
}

async function idsIn(server: TestServer, subdomain: string, path: string): Promise<string[]> {
  type Found = Record<"incidents" | "scheduled_maintenances", { id: string }[] | undefined>;
  const { incidents, scheduled_maintenances } = await read<Found>(server, subdomain, path);
  return (incidents ?? scheduled_maintenances ?? []).map(({ id }) => id);
}

async function post(api: Api, subdomain: string, incident: object): Promise<number> {
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect(answer.status).toBe(201);
  return answer.json<{ incident: { id: number } }>().incident.id;
}

test("every path answers in its shape to any site, from memory, with a strong ETag and 304", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ type: "identified", description: "**Found**", notify: true }];
  const incident = { title: "Down", type: "major", service_ids: [service], updates };
  const lists = [...SHAPES].map(([path, shape]) => [LISTS + path, shape] as const);
  const records = recordsOf(await post(api, subdomain, incident), service);
  for (const [path, shape] of [...lists, ...records]) {
    for (const base of ["", `/s/${subdomain}`]) {
      const visit = (headers: Record<string, string> = {}) =>
        base === ""
          ? server.visit(subdomain, path, { headers })
          : server.request(base + path, { headers });
      const first = await visit();
      expect(first.status, base + path).toBe(200);
      expect(first.headers, path).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "access-control-allow-origin": "*",
        "cache-status": "allclear; fwd=miss; stored",
      });
      if (path.startsWith(LISTS)) expect(Object.keys(first.json<object>())[0]).toBe("page");
      shape.parse(first.json());
      const { etag = "" } = first.headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = await visit({ "if-none-match": etag });
      expect([again.status, again.text, again.headers["cache-status"]]).toEqual([
        304,
        "",
        "allclear; hit",
      ]);
    }
  }
});

test("what there is not is a 404 in JSON for scripts of any site, whatever the address", async ({
  server,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const span = { starts_at: hoursAway(1), ends_at: hoursAway(2), service_ids: [service] };
  const called_off = await mintIncident(database, id, {
    ...{ severity: "scheduled", plan: "called_off", ...span },
  });
  const unknown = [
    ...["/api/v2/nothing.json", "/api/v2/a/b/c.json", "/api/v2/incidents/.json"],
    ...["/api/v2/incidents/0.json", "/api/v2/incidents/1e3.json", "/api/v2/incidents/x.json"],
    ...[`/api/v2/incidents/${called_off}.json`, `/api/v2/components/${service}0.json`],
    ...["/incidents/999999999999999999.json", "/services/1.json"],
    ...["/nothing.json", `/incidents/${called_off}/nothing.json`],
  ];
  for (const path of unknown) {
    const answer = await server.visit(subdomain, path);
    expect([answer.status, answer.json()], path).toEqual([
      404,
      { error: 404, message: expect.any(String) },
    ]);
    expect(answer.headers, path).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
    });
  }
  const other = await server.visit(subdomain, "/api/v2/incidents/1.json", { method: "POST" });
  expect(other.status).toBe(405);
});

test("each list has what belongs to it", async ({ server, organization, service, database }) => {
  const { id, subdomain } = organization.page;
  const mint = async (severity: "major" | "minor" | "scheduled", from: number, to: number | null) =>
    String(
      await mintIncident(database, id, {
        severity,
        starts_at: hoursAway(from),
        ends_at: to === null ? null : hoursAway(to),
        service_ids: [service],
      }),
    );
  const over = await mint("minor", -5, -4);
  const open = await mint("major", -1, null);
  const done = await mint("scheduled", -9, -8);
  const running = await mint("scheduled", -2, 2);
  const soon = await mint("scheduled", 24, 25);
  const late = await mint("scheduled", 24 * 60, 24 * 60 + 1);
  expect(await idsIn(server, subdomain, "incidents.json")).toEqual([open, over]);
  expect(await idsIn(server, subdomain, "incidents/unresolved.json")).toEqual([open]);
  expect(await idsIn(server, subdomain, "incidents/resolved.json")).toEqual([over]);
  const maintenances = (path: string) =>
    idsIn(server, subdomain, `scheduled-maintenances${path}.json`);
  expect(await maintenances("")).toEqual([late, soon, running, done]);
  expect(await maintenances("/upcoming")).toEqual([soon, late]);
  expect(await maintenances("/active")).toEqual([running]);
  type Summary = Record<"incidents" | "scheduled_maintenances", { id: string }[]>;
  const summary = await read<Summary>(server, subdomain, "summary.json");
  expect(summary.incidents.map((each) => each.id)).toEqual([open]);
  expect(summary.scheduled_maintenances.map((each) => each.id)).toEqual([running, soon]);
});

test("what bots and exporters read of a page is there and true, and new on the very next read", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain, name } = organization.page;
  const group = await mintService(database, id, { name: "Europe" });
  const leaf = await mintService(database, id, { name: "API", parent_id: group });
  await mintService(database, id, { name: "Mail", order: 2 });
  type Summary = {
    page: { id: string; name: string; url: string };
    status: { indicator: string; description: string };
    components: { id: string; name: string; status: string; group_id: string | null }[];
    incidents: {
      name: string;
      impact: string;
      status: string;
      shortlink: string;
      incident_updates: { body: string; affected_components: object[] }[];
      components: { id: string }[];
    }[];
  };
  const summary = () => read<Summary>(server, subdomain, "summary.json");
  const calm = await summary();
  expect(calm).toMatchObject({
    page: { id: String(id), name, url: server.pageUrl(subdomain) },
    status: { indicator: "none", description: "All Systems Operational" },
    incidents: [],
  });
  const incident = await post(api, subdomain, {
    title: "API fails",
    type: "minor",
    service_ids: [leaf],
    updates: [{ type: "issue", description: "We **look**" }],
  });
  const url = `${server.pageUrl(subdomain)}/incidents/${incident}`;
  const affected = { code: String(leaf), name: "Europe - API" };
  const down = await summary();
  expect(down).toMatchObject({
    status: { indicator: "minor", description: "Minor Service Outage" },
    components: [
      { id: String(group), name: "Europe", status: "degraded_performance", group_id: null },
      { id: String(leaf), name: "API", status: "degraded_performance", group_id: String(group) },
      { name: "Mail", status: "operational", group_id: null },
    ],
    incidents: [
      {
        name: "API fails",
        impact: "minor",
        status: "investigating",
        shortlink: url,
        incident_updates: [{ body: "We look" }],
        components: [{ id: String(leaf) }],
      },
    ],
  });
  expect(down.incidents[0]?.incident_updates[0]?.affected_components).toEqual([
    { ...affected, old_status: "operational", new_status: "degraded_performance" },
  ]);
  const update = { type: "resolved", description: "Works again" };
  await api.post(`/status_pages/${subdomain}/incidents/${incident}/updates`, { update });
  expect(await summary()).toMatchObject({ status: { indicator: "none" }, incidents: [] });
  const { incidents } = await read<Summary>(server, subdomain, "incidents/resolved.json");
  expect(incidents[0]).toMatchObject({ status: "resolved" });
  expect(incidents[0]?.incident_updates[0]?.affected_components).toEqual([
    { ...affected, old_status: "degraded_performance", new_status: "operational" },
  ]);
});

test("private services, and what concerns only them, are in no document", async ({
  server,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const secret = await mintService(database, id, {
    name: "Hidden vault",
    private: true,
    parent_id: service,
  });
  const below = await mintService(database, id, { name: "Hidden door", parent_id: secret });
  const of = (severity: "major" | "scheduled", from: number, to: number | null, ids: number[]) =>
    mintIncident(database, id, {
      severity,
      title: ids.includes(service) ? "Shared" : "Hidden trouble",
      starts_at: hoursAway(from),
      ends_at: to === null ? null : hoursAway(to),
      service_ids: ids,
    });
  const hidden_trouble: number[] = [];
  for (const ids of [[secret], [below], [service, below]]) {
    hidden_trouble.push(await of("major", -1, null, ids));
    await of("major", -3, -2, ids);
    await of("scheduled", -1, 1, ids);
    await of("scheduled", 1, 2, ids);
  }
  for (const path of PATHS) {
    const { text } = await server.visit(subdomain, `/api/v2/${path}`);
    expect(text, path).not.toContain("Hidden");
    // Nor among the ids below a group, which have no name beside them.
    for (const hidden of [secret, below])
      expect(text, path).not.toMatch(new RegExp(`\\[[^\\]{]*"${hidden}"`));
    if (/incidents|maintenances/.test(path)) expect(text, path).toContain("Shared");
  }
  const history = await server.visit(subdomain, "/history.json");
  expect(history.text).toContain("Shared");
  expect(history.text).not.toContain("Hidden");
  for (const path of recordsOf(hidden_trouble[0] ?? 0, secret).keys())
    if (!path.startsWith("/history"))
      expect((await server.visit(subdomain, path)).status, path).toBe(404);
});

test("a page for members tells strangers nothing, and members by their key", async ({
  server,
  organization,
  database,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const vault = await mintService(database, page.id, { name: "Vault" });
  const incident = await mintIncident(database, page.id, {
    ...{ severity: "major", starts_at: hoursAway(-1), ends_at: null, service_ids: [vault] },
  });
  const records = recordsOf(incident, vault);
  for (const [path, shape] of [
    ...[...SHAPES].map(([name, of]) => [LISTS + name, of] as const),
    ...records,
  ]) {
    const stranger = await server.visit(page.subdomain, path);
    expect(stranger.status, path).toBe(403);
    expect(stranger.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(stranger.text).not.toContain(page.name);
    const headers = { authorization: organization.keys.admin };
    const member = await server.visit(page.subdomain, path, { headers });
    expect([member.status, member.headers["cache-control"]], path).toEqual([
      200,
      "private, no-store",
    ]);
    shape.parse(member.json());
  }
  const unknown = await server.visit(page.subdomain, "/api/v2/nothing.json");
  expect(unknown.status).toBe(403);
});
