import fc from "fast-check";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";
import { type ModelIncident, modelOf } from "#tests/support/data/page-model.ts";
import { drawn, mintWorld, type World, ZONES } from "#tests/support/data/page-world.ts";
import { apiOf } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const OFF_THE_HOUR = ["Asia/Kolkata", "America/St_Johns", "Pacific/Apia"];
const idsOf = (list: readonly ModelIncident[]) => list.map(({ id }) => id);

/** What a page of the history lists, and where it goes on. */
function readHistory(html: string) {
  const [, main = ""] = html.replaceAll("<!-- -->", "").split("<main");
  const link = (rel: string) =>
    new RegExp(`rel="${rel}" href="([^"]+)"`).exec(main)?.[1]?.replaceAll("&amp;", "&") ?? null;
  return {
    incidents: [...main.matchAll(/<h4><a href="\/incidents\/(\d+)"/g)].map(([, id]) => Number(id)),
    more: Number(/>([\d,]+) more in /.exec(main)?.[1]?.replaceAll(",", "") ?? 0),
    rest: /href="([^"]+before=\d+)"/.exec(main)?.[1]?.replaceAll("&amp;", "&") ?? null,
    none: /no incidents or maintenance|no matches/.test(main),
    before: link("prev"),
    after: link("next"),
  };
}

type Month = { month: string; ids: number[]; none: boolean };

/** All months of a page's history, the newest first, each read to its end. */
async function walk(server: TestServer, subdomain: string, query: string): Promise<Month[]> {
  const months: Month[] = [];
  for (let path: string | null = `/history?${query}`; path; ) {
    const first = readHistory((await server.visit(subdomain, path)).text);
    const ids = [...first.incidents];
    for (let rest = first.rest; rest; ) {
      const next = readHistory((await server.visit(subdomain, rest)).text);
      ids.push(...next.incidents);
      rest = next.rest;
    }
    expect(first.incidents.length + first.more, path).toBe(ids.length);
    months.push({ month: /month=([\d-]+)/.exec(path)?.[1] ?? "now", ids, none: first.none });
    path = first.before;
  }
  return months;
}

function dayIn(zone: string, moment: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(moment);
}

/** The same of the model: what was on any day of a month that the page tells of. */
function expected(
  { services, incidents, time_zone }: World,
  among: (one: ModelIncident) => boolean,
) {
  const now = Date.now();
  const model = modelOf(services, incidents, new Date(now).toISOString().slice(0, 19));
  const days = Array.from({ length: 90 }, (_, back) => dayIn(time_zone, now - back * 86_400_000));
  const starts = model.listed.map(({ starts_at }) => Date.parse(`${starts_at}Z`));
  const first = dayIn(time_zone, Math.min(now, ...starts));
  const shown = days.filter((day) => day >= first);
  const byMonth = Map.groupBy(shown, (day) => day.slice(0, 7));
  return Array.from(byMonth.values(), (month) => {
    const all = new Set(month.flatMap((day) => model.on(day, time_zone)));
    return idsOf(model.listed.filter((incident) => all.has(incident) && among(incident)));
  });
}

test("each month of the history lists what went on, of every service and type, and says so where that is nothing", async ({
  server,
  database,
}) => {
  test.slow();
  const incidents = fc.array(drawn, { maxLength: 40, size: "max" });
  const zones = fc.constantFrom(...ZONES, ...OFF_THE_HOUR);
  const property = fc.asyncProperty(incidents, zones, async (given, zone) => {
    const world = await mintWorld(database, given, zone);
    const { subdomain } = world.organization.page;
    const [root = 0] = world.services.map(({ id }) => id);
    const within = modelOf(world.services, world.incidents, "2026-01-01T00:00:00").within(root);
    const filters: [query: string, among: (one: ModelIncident) => boolean][] = [
      ["", () => true],
      ["type=fire", ({ type }) => type === "fire"],
      [`service=${root}`, ({ service_ids }) => service_ids.some((id) => within.includes(id))],
    ];
    for (const [query, among] of filters) {
      const months = await walk(server, subdomain, query);
      const model = expected(world, among);
      expect(
        months.map(({ ids }) => ids),
        `${query} in ${zone}`,
      ).toEqual(model);
      expect(months.map(({ none }) => none)).toEqual(model.map((ids) => ids.length === 0));
    }
  });
  await fc.assert(property, { numRuns: 8 });
});

test("a month with more than a document holds is read in parts, and no part calls its days quiet", async ({
  server,
  database,
  organization: { page },
  service,
}) => {
  const now = Date.now();
  const wire = (at: number) => new Date(at).toISOString().slice(0, 19);
  const many = Array.from({ length: 230 }, (_, index) => ({
    severity: "minor" as const,
    starts_at: wire(now - 60_000 - index),
    ends_at: wire(now - 30_000),
    service_ids: [service],
  }));
  await mintIncidents(database, page.id, many);
  const first = await server.visit(page.subdomain, "/history");
  expect(readHistory(first.text)).toMatchObject({ more: 130, none: false });
  expect(first.text).not.toContain("No incidents");
  const months = await walk(server, page.subdomain, "");
  expect(new Set(months.flatMap(({ ids }) => ids)).size).toBe(230);
});

test("the history goes as far back as the page tells, and leads nowhere else", async ({
  server,
  database,
}) => {
  const { id } = await mintOrganization(database);
  const page = await mintPage(database, id, { settings: { history_limit_days: 30 } });
  const service = await mintService(database, page.id);
  const secret = await mintService(database, page.id, { private: true });
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19);
  await mintIncidents(database, page.id, [
    {
      severity: "major",
      title: "Long gone",
      starts_at: at(80),
      ends_at: at(79),
      service_ids: [service],
    },
    {
      severity: "major",
      title: "Long and late",
      starts_at: at(80),
      ends_at: at(20),
      service_ids: [service],
    },
    { severity: "major", title: "Hidden", starts_at: at(3), ends_at: at(2), service_ids: [secret] },
  ]);
  const months = await walk(server, page.subdomain, "");
  const oldest = months.at(-1);
  const text = (await server.visit(page.subdomain, `/history?month=${oldest?.month}`)).text;
  expect(text).toContain("Long and late");
  expect(text).toContain("is no longer listed");
  const whole = await Promise.all(
    months.slice(0, -1).map(async () => (await server.visit(page.subdomain, "/history")).text),
  );
  for (const html of [text, ...whole]) {
    expect(html).not.toContain("Long gone");
    expect(html).not.toContain("Hidden");
  }
  const nowhere = [
    `month=${at(80).slice(0, 7)}`,
    "month=2999-01",
    "month=x",
    `service=${secret}`,
    "service=x",
    "type=nothing",
    "before=1",
  ];
  for (const query of nowhere) {
    const { status } = await server.visit(page.subdomain, `/history?${query}`);
    expect(status, query).toBe(404);
  }
});

test("history, calendar and uptime come from the cache, and are fresh after a change", async ({
  server,
  database,
  organization: { page, keys },
  service,
}) => {
  await database
    .updateTable("services")
    .set({ display_uptime_graph: true })
    .where("id", "=", service)
    .execute();
  const paths = ["/history", "/calendar", `/services/${service}`, `/services/${service}/uptime`];
  for (const path of paths) {
    await server.visit(page.subdomain, path);
    const again = await server.visit(page.subdomain, `${path}?utm=1`);
    expect(again.headers["cache-status"], path).toBe("allclear; hit");
    expect(again.text, path).not.toContain("Checkout is down");
  }
  const at = (minutes: number) =>
    new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19);
  const incident = {
    title: "Checkout is down",
    type: "major",
    starts_at: at(10),
    ends_at: at(5),
    service_ids: [service],
    updates: [{ type: "retroactive", description: "It was down." }],
  };
  const posted = await apiOf(server, keys.admin).post(`/status_pages/${page.subdomain}/incidents`, {
    incident,
  });
  expect(posted.status).toBe(201);
  for (const path of paths) {
    const fresh = await server.visit(page.subdomain, path);
    expect(fresh.headers["cache-status"], path).toContain("fwd=miss");
    expect(fresh.text, path).toMatch(/Checkout is down|down for 5\u00a0min/);
  }
});
