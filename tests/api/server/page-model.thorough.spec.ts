import fc from "fast-check";
import ical from "node-ical";
import { type Model, type ModelIncident, modelOf } from "#tests/support/data/page-model.ts";
import { drawn, mintWorld, type World, ZONES } from "#tests/support/data/page-world.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { readDay, readPage } from "#tests/support/http/page-html.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** What is shown of a list is its beginning, something of it, and the rest is counted. */
function expectBeginning(shown: number[], rest: number, all: ModelIncident[], what: string): void {
  expect(sorted(shown), what).toEqual(sorted(idsOf(all.slice(0, shown.length))));
  expect(shown.length + rest, what).toBe(all.length);
  expect(shown.length > 0, what).toBe(all.length > 0);
}

function expectServices(
  shown: readonly { id: number; services: number[] }[],
  incidents: ModelIncident[],
  model: Model,
  among?: number[],
): void {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  for (const { id, services } of shown) {
    const incident = byId.get(id);
    expect(services).toEqual(incident && model.services(incident, among));
  }
}

type Listed = { id: number; service_ids: number[] };
type Summary = {
  incidents: Listed[];
  maintenances: Listed[];
  upcoming_maintenances: Listed[];
  current_status_type: string | null;
  meta?: { total_counts: Record<"incidents" | "maintenances" | "upcoming_maintenances", number> };
};

/** A summary of the page, or of one service. */
async function checkSummary(world: World, model: Model, api: Api, service?: number) {
  const { subdomain } = world.organization.page;
  const among = service === undefined ? model.visible : model.within(service);
  const path = service === undefined ? "" : `/services/${service}`;
  const summary = (await api.get(`/status_pages/${subdomain}${path}/summary`)).json<Summary>();
  const own = (incidents: ModelIncident[]) =>
    incidents.filter((incident) => model.services(incident, among).length > 0);
  const lists = [
    ["incidents", own(model.open)],
    ["maintenances", own(model.maintenances)],
    ["upcoming_maintenances", own(model.upcoming)],
  ] as const;
  for (const [name, all] of lists) {
    const shown = idsOf(summary[name]);
    const rest = (summary.meta?.total_counts[name] ?? shown.length) - shown.length;
    expectBeginning(shown, rest, all, `${path} ${name}`);
    expectServices(
      summary[name].map(({ id, service_ids }) => ({ id, services: service_ids })),
      all,
      model,
      among,
    );
  }
  expect(idsOf(summary.upcoming_maintenances)).toEqual(
    idsOf(own(model.upcoming).slice(0, summary.upcoming_maintenances.length)),
  );
  const state = service === undefined ? model.severity : model.stateOf(service)?.severity;
  expect(summary.current_status_type).toBe(state ?? null);
}

async function checkStatus(world: World, model: Model, api: Api): Promise<void> {
  const { subdomain } = world.organization.page;
  const path = `/status_pages/${subdomain}`;
  expect((await api.get(`${path}/status`)).json()).toMatchObject({
    status_page: { current_incident_type: model.type },
  });
  for (const { id } of world.services) {
    const answer = await api.get(`${path}/services/${id}/status`);
    expect(answer.status).toBe(model.visible.includes(id) ? 200 : 404);
    if (answer.status !== 200) continue;
    expect(answer.json()).toMatchObject({
      service: {
        id,
        current_incident_type: model.stateOf(id)?.type ?? null,
        children: model.children(id).map((child) => ({
          id: child.id,
          current_incident_type: model.stateOf(child.id)?.type ?? null,
        })),
      },
    });
  }
}

async function checkLists(world: World, model: Model, visitor: Api): Promise<void> {
  const { page, keys } = world.organization;
  type Page = { incidents: Listed[]; links: { next: string | null } };
  const walk = async (api: Api, query: string) => {
    const found: Listed[] = [];
    let path: string | undefined = `/status_pages/${page.subdomain}/incidents?limit=100${query}`;
    while (path) {
      const { incidents, links }: Page = (await api.get(path)).json<Page>();
      found.push(...incidents);
      path = links.next?.split("/api/v2")[1];
    }
    return found;
  };
  const read = await walk(visitor, "");
  expect(idsOf(read)).toEqual(idsOf(model.listed));
  const seen = new Set(model.visible);
  const named = new Map(world.incidents.map(({ id, service_ids }) => [id, service_ids]));
  for (const { id, service_ids } of read)
    expect(service_ids).toEqual(named.get(id)?.filter((each) => seen.has(each)));
  const fires = model.listed.filter((incident) => incident.type === "fire");
  expect(idsOf(await walk(visitor, "&type=fire"))).toEqual(idsOf(fires));
  const everything = await walk(visitor.as(keys.editor), "");
  expect(idsOf(everything)).toEqual(idsOf(model.all));
  for (const { id, service_ids } of everything) expect(service_ids).toEqual(named.get(id));
}

// As the parser has it with parameters, and without.
function addressOf(url: unknown): string {
  return typeof url === "string" ? url : (url as { val: string }).val;
}

async function checkFeeds(
  { organization }: World,
  model: Model,
  running: number[],
  server: TestServer,
): Promise<void> {
  const { subdomain } = organization.page;
  const read = async (path: string) => (await server.visit(subdomain, path)).text;
  const numbers = (links: Iterable<string>) =>
    sorted([...links].flatMap((link) => /\/incidents\/(\d+)$/.exec(link)?.[1] ?? []).map(Number));
  const matches = (text: string, pattern: RegExp) =>
    numbers([...text.matchAll(pattern)].map(([, link = ""]) => link));
  const events = Object.values(ical.sync.parseICS(await read("/calendar.ics")));
  const feeds = {
    rss: matches(await read("/rss"), /<link>([^<]*)<\/link>/g),
    atom: matches(await read("/atom"), /<link href="([^"]*)"/g),
    ical: numbers(
      events.flatMap((event) => (event?.type === "VEVENT" ? addressOf(event.url) : [])),
    ),
  };
  for (const [name, ids] of Object.entries(feeds)) {
    const among = (list: ModelIncident[]) => idsOf(list).filter((id) => ids.includes(id));
    const going = among([...model.open, ...model.maintenances]);
    const [announced, ended] = [among(model.announced), among(model.ended)];
    expect(sorted(going), name).toEqual(sorted(running));
    expectBeginning(
      announced,
      model.announced.length - announced.length,
      model.announced,
      `${name} announced`,
    );
    expectBeginning(ended, model.ended.length - ended.length, model.ended, `${name} ended`);
    expect(going.length + announced.length + ended.length, name).toBe(ids.length);
  }
}

/** @returns what is shown of what goes on */
async function checkPage(world: World, server: TestServer): Promise<number[]> {
  const { organization, services, incidents, time_zone } = world;
  const { subdomain } = organization.page;
  const page = readPage((await server.visit(subdomain)).text);
  const model = modelOf(services, incidents, page.as_of);
  expect(page.state).toBe(model.severity ?? "none");
  expect(page.services).toEqual(
    new Map(model.visible.map((id) => [id, model.stateOf(id)?.severity ?? "none"])),
  );
  expectBeginning(idsOf(page.open), page.more_open, model.open, "open");
  expectBeginning(idsOf(page.running), page.more_running, model.maintenances, "running");
  expectBeginning(idsOf(page.upcoming), page.more_upcoming, model.upcoming, "upcoming");
  expect(idsOf(page.recent)).toEqual(idsOf(model.recent.slice(0, page.recent.length)));
  expectBeginning(idsOf(page.recent), page.more_recent, model.recent, "recent");
  const shown = [...page.open, ...page.recent, ...page.running, ...page.upcoming];
  expectServices(shown, incidents, model);
  const today = Temporal.Instant.from(`${page.as_of}Z`).toZonedDateTimeISO(time_zone);
  expect(page.days.length).toBe(7);
  const dates = page.days.map((_, back) => today.toPlainDate().subtract({ days: back }).toString());
  for (const [index, { over, open, more }] of page.days.entries()) {
    const happened = model.on(dates[index] ?? "", time_zone);
    const told = happened.slice(0, over.length + open);
    const day = `${dates[index]} of ${time_zone}`;
    expect(over, day).toEqual(idsOf(told.filter((each) => !model.isRunning(each))));
    expect(open, day).toBe(told.filter(model.isRunning).length);
    expect(told.length + more, day).toBe(happened.length);
    expect(told.length > 0, day).toBe(happened.length > 0);
  }
  for (const date of [dates[0] ?? "", dates.at(-1) ?? ""])
    await checkDay(world, model, date, server);
  return [...idsOf(page.open), ...idsOf(page.running)];
}

async function checkDay(
  { organization, time_zone }: World,
  model: Model,
  date: string,
  server: TestServer,
): Promise<void> {
  const happened = idsOf(model.on(date, time_zone));
  const found: number[] = [];
  let path: string | undefined = `/history/${date}`;
  while (path) {
    const { status, text } = await server.visit(organization.page.subdomain, path);
    expect(status, path).toBe(200);
    const day = readDay(text);
    found.push(...day.incidents);
    expect(found.length + day.more, path).toBe(happened.length);
    expect(day.none, path).toBe(happened.length === 0);
    path = day.next;
  }
  expect(found, `${date} of ${time_zone}`).toEqual(happened);
}

test("page, days, summary, status, feeds and API are true of up to 300 open, announced and ended incidents", async ({
  server,
  database,
}) => {
  test.slow();
  const incidents = fc.array(drawn, { maxLength: 300, size: "max" });
  const many = fc.sample(fc.array(drawn, { minLength: 300, maxLength: 300 }), 1)[0] ?? [];
  const announced = many.map((each, index) => ({
    ...each,
    type: index === 0 ? "fire" : "scheduled",
    starts: index === 0 ? -10 : 10 + index,
    ends: index === 0 ? null : 20 + index,
  }));
  const property = fc.asyncProperty(incidents, fc.constantFrom(...ZONES), async (given, zone) => {
    const world = await mintWorld(database, given, zone);
    // So long ago that the page tells of each of the last days.
    await database
      .updateTable("status_pages")
      .set({ inserted_at: "2020-01-01T00:00:00" })
      .where("id", "=", world.organization.page.id)
      .execute();
    const visitor = apiOf(server, null);
    const running = await checkPage(world, server);
    const now = new Date().toISOString().slice(0, 19);
    const model = modelOf(world.services, world.incidents, now);
    await checkStatus(world, model, visitor);
    await checkSummary(world, model, visitor);
    for (const id of model.visible) await checkSummary(world, model, visitor, id);
    await checkFeeds(world, model, running, server);
    await checkLists(world, model, visitor);
  });
  await fc.assert(property, {
    numRuns: 8,
    examples: [
      [many, "Europe/Berlin"],
      [announced, "Asia/Tokyo"],
      [[], "Etc/UTC"],
    ],
  });
});
