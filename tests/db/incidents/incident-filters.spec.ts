import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import type { IncidentFilter } from "#lib/incidents/list.queries.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { CreateIncident } from "#lib/incidents/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { type MintedPage, mintPage, mintService } from "#tests/support/data/mint.ts";
import { askHandlers } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

const visitor = (db: Db) => ({ ...systemContext(db, "test"), actor: { kind: "visitor" as const } });

/** The titles that a filter finds, newest first. */
async function titles(db: Db, page: MintedPage, filter: IncidentFilter, ctx = visitor(db)) {
  const { rows, total_count } = await listIncidents(ctx, page, { limit: 100 }, filter);
  expect(total_count).toBe(rows.length);
  return rows.map(({ title }) => title);
}

async function open(db: Db, page: MintedPage, service: number, incident: object) {
  const input = { type: "minor", service_ids: [service], ...incident };
  await createIncident(systemContext(db, "test"), page, parseInput(CreateIncident, input));
}

test("a search finds words and beginnings of words of titles and updates, in any case, all of them", async ({
  database,
  organization: { page },
  service,
}) => {
  const told = (description: string) => ({ updates: [{ description }] });
  const add = (incident: object) => open(database, page, service, incident);
  await add({ title: "Payments fail", ...told("Card network at Größenwahn GmbH is down.") });
  await add({ title: "Slow search", ...told("Payments are fine; api-gateway/v2 is slow") });
  await add({ title: "支払いに失敗しています", ...told("決済サービスを調査中です。") });
  const sought: [string, string[]][] = [
    ["payments", ["Slow search", "Payments fail"]],
    ["PAY", ["Slow search", "Payments fail"]],
    ["card fail", ["Payments fail"]],
    ["fail slow", []],
    ["ayments", []],
    ["GRÖßEN", ["Payments fail"]],
    ["gateway", ["Slow search"]],
    ["api-gateway/v2", ["Slow search"]],
    ["決済", ["支払いに失敗しています"]],
    ["失敗", ["支払いに失敗しています"]],
    ["' & | ! :* %_", []],
    ["--", []],
  ];
  for (const [q, expected] of sought)
    expect([q, await titles(database, page, { q })]).toEqual([q, expected]);
});

test("no search sees another page, or what affects only services that are hidden", async ({
  database,
  organization,
  service,
}) => {
  const { page } = organization;
  const hidden = await mintService(database, page.id, { private: true });
  const below = await mintService(database, page.id, { parent_id: hidden });
  await open(database, page, hidden, { title: "Secret" });
  await open(database, page, service, { title: "Known" });
  const other = await mintPage(database, organization.id);
  await open(database, other, await mintService(database, other.id), { title: "Secret" });
  const asked = async (filter: IncidentFilter) => [
    await titles(database, page, filter),
    await titles(database, page, filter, systemContext(database, "test") as never),
  ];
  expect(await asked({ q: "secret" })).toEqual([[], ["Secret"]]);
  expect(await asked({ service_id: hidden })).toEqual([[], ["Secret"]]);
  expect(await asked({ service_id: below })).toEqual([[], []]);
  expect(await asked({ service_id: service })).toEqual([["Known"], ["Known"]]);
});

test("status, time and service narrow a list, each alone and together", async ({
  database,
  organization: { page },
  service,
}) => {
  const now = wireNow();
  const hours = (count: number) => later(now, count * 3_600);
  const child = await mintService(database, page.id, { parent_id: service });
  const other = await mintService(database, page.id);
  const add = (title: string, of: number, begins: number, ends: number | null, type = "minor") => {
    const ends_at = ends === null ? null : hours(ends);
    return open(database, page, of, { title, type, starts_at: hours(begins), ends_at });
  };
  await add("Past", service, -50, -48);
  await add("Open", child, -3, null);
  await add("Window", other, -1, 1, "scheduled");
  await add("Planned", service, 10, 12, "scheduled");
  const find = (filter: IncidentFilter) => titles(database, page, filter);
  expect(await find({ status: "open" })).toEqual(["Window", "Open"]);
  expect(await find({ status: "upcoming" })).toEqual(["Planned"]);
  expect(await find({ status: "ended" })).toEqual(["Past"]);
  expect(await find({ service_id: service })).toEqual(["Planned", "Open", "Past"]);
  expect(await find({ service_id: child })).toEqual(["Open"]);
  expect(await find({ service_id: other + 1_000_000 })).toEqual([]);
  expect(await find({ from: hours(-49), to: hours(-2) })).toEqual(["Open", "Past"]);
  expect(await find({ from: hours(-48) })).toEqual(["Planned", "Window", "Open"]);
  expect(await find({ to: hours(-3) })).toEqual(["Past"]);
  const narrow = { type: "scheduled", status: "open", service_id: other, q: "wind" } as const;
  expect(await find(narrow)).toEqual(["Window"]);
  expect(await find({ ...narrow, service_id: child })).toEqual([]);
});

test("among 10,000 incidents a search by a rare or a common word takes the words' index", async ({
  database,
  organization: { page },
  service,
}) => {
  const { id } = page;
  // Beside other tests so many at once may take longer than a request may.
  await using patient = patientDatabase();
  await sql`
    with made as (
      insert into incidents (status_page_id, title, type, severity, starts_at, ends_at, declared, affects_uptime)
      select ${id}, 'Trouble ' || n, 'minor', 'minor', now() - n * interval '1 hour', now(), '{}', true
      from generate_series(1, 10000) as n returning id, title
    ), linked as (
      insert into incident_services (status_page_id, incident_id, service_id)
      select ${id}, id, ${service} from made
    )
    insert into incident_updates (status_page_id, incident_id, type, description, posted_at)
    select ${id}, id, 'issue', 'We look into ' || title || ' of batch' || id % 997, now() from made
  `.execute(patient);
  await sql`analyze incidents, incident_updates, incident_services`.execute(patient);
  const began = performance.now();
  for (const q of ["batch7", "look trouble", "trouble 77", "we look into trouble of batch7"]) {
    // A statement that is used again and again has another plan than at first.
    for (let times = 0; times < 6; times += 1) {
      const { rows } = await listIncidents(visitor(database), page, { limit: 20 }, { q });
      expect([q, rows.length]).toEqual([q, 20]);
    }
  }
  // Where each text is split anew, each search takes two seconds.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("types are joined by commas, and a refused parameter says the form that is wanted", async ({
  database,
  organization: { page, keys },
  service,
}) => {
  for (const type of ["major", "minor", "scheduled"])
    await open(database, page, service, {
      ...{ type, title: type },
      ...(type === "scheduled" && { starts_at: wireNow(), ends_at: later(wireNow(), 3_600) }),
    });
  const ask = (query: string) =>
    askHandlers(`/status_pages/${page.subdomain}/${query}`, { key: keys.owner });
  for (const [type, found] of [
    ["major,minor", ["major", "minor"]],
    ["scheduled, minor,none", ["minor", "scheduled"]],
    ["minor", ["minor"]],
    [",", []],
  ] as const) {
    const { body } = await ask(`incidents?type=${encodeURIComponent(type)}`);
    const { incidents } = body as { incidents: { title: string }[] };
    expect(incidents.map(({ title }) => title).toSorted(), type).toEqual(found);
  }
  const wanted = "must be a date and time like 2026-11-20T14:02:00";
  const encode = "; the + of an offset is written %2B in an address";
  const uptime = `services/${service}/uptime`;
  for (const [query, message] of [
    ["incidents?from=2026-11-25", `Bad query parameter from: ${wanted}`],
    ["incidents?to=2026-11-25T10:00:00+02:00", `Bad query parameter to: ${wanted}${encode}`],
    ["incidents?status=x", "Bad query parameter status: must be one of: open"],
    ["incidents?limit=x", "limit must be a whole number from 1 to 100"],
    [
      `${uptime}?from=2026-11-25T10:00:00`,
      "Bad query parameter from: must be a day like 2026-11-20",
    ],
  ] as const) {
    const { status, body } = await ask(query);
    expect([status, body], query).toEqual([
      400,
      { error: 400, message: expect.stringContaining(message) },
    ]);
  }
});
