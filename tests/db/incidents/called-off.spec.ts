import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { deleteUpdate } from "#lib/incidents/change-update.ts";
import { exportIncidents } from "#lib/incidents/export.ts";
import { getIncident, listIncidents } from "#lib/incidents/read.ts";
import { type IncidentStatus, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { dayOf, later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { icalOf } from "#lib/site/feeds/ical.ts";
import { loadCalendar, loadFeed } from "#lib/site/feeds/read.ts";
import { loadHistory } from "#lib/site/history/history.ts";
import { readPageStatusV1 } from "#lib/site/json/status.ts";
import { readPageSummary } from "#lib/site/json/summary.ts";
import { incidentMarkdown, pageMarkdown } from "#lib/site/markdown.ts";
import { loadDay, loadIncident } from "#lib/site/snapshot/records.ts";
import { DOCUMENTS } from "#lib/site/statuspage-json/documents.ts";
import { readServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { type View, viewOf } from "#lib/site/view/view.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;

test.afterEach(() => shiftClock(0));

/** A page with a maintenance in two hours, two hours long, and everything that tells of it. */
async function planned(db: Db, fields: object = {}) {
  shiftClock(0);
  const room = await newsroom(db);
  const { page, ctx, service } = room;
  await db
    .updateTable("services")
    .set({ display_uptime_graph: true })
    .where("id", "=", service)
    .execute();
  const starts_at = later(wireNow(), 2 * HOUR);
  const ends_at = later(starts_at, 2 * HOUR);
  const times = { starts_at, ends_at };
  const { id } = await room.open({
    ...{ title: "New switches", type: "scheduled", affects_uptime: true },
    ...{ ...times, updates: [{ description: "Short interruptions." }], ...fields },
  });
  const target = { subdomain: page.subdomain, incident_id: id };
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const visit = { subdomain: page.subdomain, base: "", written: "en", chosen: null } as const;
  const inEnglish = (snapshot: View["snapshot"]) => viewOf({ ...visit, locale: "en" }, snapshot);
  const documents = async () => {
    const { maintenances, upcoming, active, summary } = DOCUMENTS;
    const all = await Promise.all(
      [maintenances, upcoming, active, summary].map((one) => one.read(visitor, page)),
    );
    return all.map((one) => (one as { scheduled_maintenances: unknown[] }).scheduled_maintenances);
  };
  return {
    ...{ ...room, ...times, id, target, visitor },
    put: (input: object) => updateIncident(ctx, target, parseInput(UpdateIncident, input)),
    get: () => getIncident(visitor, target),
    snapshot: async () => (await loadFeed(visitor, page)).snapshot,
    withStatus: async (status: IncidentStatus) =>
      (await listIncidents(visitor, page, { limit: 10 }, { status })).rows.map((one) => one.id),
    rss: async (items: string) => {
      const feed = await loadFeed(visitor, page);
      return rssOf(inEnglish(feed.snapshot), feed, { items });
    },
    calendar: async () => {
      const content = await loadCalendar(visitor, page);
      return icalOf(inEnglish(content.snapshot), content).replaceAll("\r\n ", "");
    },
    markdown: async () => {
      const opened = await loadIncident(visitor, target);
      const view = inEnglish(opened.snapshot);
      return [pageMarkdown(view), incidentMarkdown(view, opened)];
    },
    onDay: async (time: string) =>
      (await loadDay(visitor, { ...page, day: dayOf(time, "Etc/UTC") })).incidents.map(
        (one) => one.id,
      ),
    ofService: async () => {
      const listed = await loadHistory(visitor, {
        ...{ ...page, service_id: service, month: starts_at.slice(0, "2026-11".length) },
      });
      return listed.history.incidents.map((one) => [one.id, one.service_ids]);
    },
    documents,
    uptime: () => readServiceUptime(visitor, { ...page, service_id: service }, {}),
    affected: async () => {
      const { rows } = await sql<{ type: string | null; silent: boolean }>`
        select current_incident_type(${page.id}, ${service}, ${wireNow()}) as type,
          is_in_maintenance(${page.id}, ${service}, ${wireNow()}) as silent`.execute(db);
      return rows[0];
    },
  };
}

const stamp = (time: string) => `${time.replaceAll(/[-:]/g, "")}Z`;

test("resolved before its start, a maintenance is called off at its planned time, in every representation", async ({
  database,
}) => {
  const room = await planned(database);
  const { id, starts_at, ends_at } = room;
  await room.post(id, { type: "resolved", description: "Not needed." });
  const off = { starts_at, ends_at, plan: "called_off" };
  expect(await room.get()).toMatchObject(off);
  expect(await room.snapshot()).toMatchObject({
    upcoming_maintenances: [],
    maintenances: [],
    withdrawn_maintenances: [{ id, ...off }],
  });
  for (const hours of [0, 3, 30]) {
    shiftClock(hours * HOUR * 1_000);
    expect(await room.withStatus("called_off")).toEqual([id]);
    for (const status of ["open", "upcoming", "ended", "postponed"] as const)
      expect(await room.withStatus(status), status).toEqual([]);
    expect(await readPageSummary(room.visitor, room.page)).toMatchObject({
      ...{ maintenances: [], upcoming_maintenances: [], current_status_type: null },
    });
    expect((await readPageStatusV1(room.visitor, room.page)).maintenances).toEqual([]);
    expect(await room.documents()).toEqual([[], [], [], []]);
    expect(await room.affected()).toEqual({ type: null, silent: false });
    const said = [
      ...(await room.markdown()),
      await room.rss("updates"),
      await room.rss("incidents"),
    ];
    for (const text of said) {
      expect(text).toContain("Called off");
      expect(text).not.toMatch(/completed/i);
    }
    const calendar = await room.calendar();
    expect(calendar).toContain("STATUS:CANCELLED");
    expect(calendar).toContain("SUMMARY:Called off: New switches");
    expect(calendar).toContain(`DTSTART:${stamp(starts_at)}\r\nDTEND:${stamp(ends_at)}`);
  }
  expect(await room.onDay(starts_at)).toEqual([id]);
  expect(await room.ofService()).toEqual([[id, [room.service]]]);
  expect((await room.snapshot()).withdrawn_maintenances).toEqual([]);
  expect(await room.uptime()).toMatchObject({ downtime_seconds: 0, days: [] });
});

test("postponed, a maintenance neither starts nor is upcoming until new times are set", async ({
  database,
}) => {
  const room = await planned(database);
  const { id, starts_at, ends_at } = room;
  await room.post(id, { type: "postponed", description: "Moved to next month." });
  const without = { starts_at, ends_at, plan: "postponed" };
  for (const hours of [0, 3, 30]) {
    shiftClock(hours * HOUR * 1_000);
    expect(await room.get()).toMatchObject(without);
    expect(await room.snapshot()).toMatchObject({
      upcoming_maintenances: [],
      maintenances: [],
      withdrawn_maintenances: [{ id }],
    });
    expect(await room.withStatus("postponed")).toEqual([id]);
    for (const status of ["open", "upcoming", "ended", "called_off"] as const)
      expect(await room.withStatus(status), status).toEqual([]);
    expect(await room.documents()).toEqual([[], [], [], []]);
    expect(await room.affected()).toEqual({ type: null, silent: false });
    for (const text of await room.markdown())
      expect(text).toContain("Postponed, new time to follow");
    expect(await room.calendar()).toContain("STATUS:CANCELLED");
  }
  expect(await room.onDay(starts_at)).toEqual([]);
  await room.put({ title: "Newer switches", starts_at, ends_at });
  expect((await room.get()).plan).toBe("postponed");
  const again = { starts_at: later(wireNow(), HOUR), ends_at: later(wireNow(), 2 * HOUR) };
  await room.put(again);
  expect(await room.get()).toMatchObject({ ...again, plan: null });
  expect(await room.withStatus("upcoming")).toEqual([id]);
  expect(await room.calendar()).toContain("STATUS:CONFIRMED");
});

test("times sent together with postponed are the new ones", async ({ database }) => {
  const room = await planned(database);
  const moved = { starts_at: later(room.starts_at, HOUR), ends_at: later(room.ends_at, HOUR) };
  const updates = [{ type: "postponed", description: "An hour later." }];
  await room.put({ ...moved, updates });
  expect(await room.get()).toMatchObject({ ...moved, plan: null });
  for (const same of [moved, {}]) {
    await room.put({ ...same, updates: [{ type: "postponed", description: "Not today." }] });
    expect(await room.get()).toMatchObject({ ...moved, plan: "postponed" });
  }
});

test("a deleted update gives a plan back, and new times do what was called off", async ({
  database,
}) => {
  const room = await planned(database);
  const { id: update_id } = await room.post(room.id, { type: "postponed", description: "Later." });
  await deleteUpdate(room.ctx, { ...room.target, update_id });
  expect((await room.get()).plan).toBeNull();
  await room.post(room.id, { type: "resolved", description: "Off." });
  expect((await room.get()).plan).toBe("called_off");
  const ends_at = later(room.ends_at, HOUR);
  await room.put({ ends_at });
  expect(await room.get()).toMatchObject({ starts_at: room.starts_at, ends_at, plan: null });
});

test("an export tells called off from done", async ({ database }) => {
  const room = await planned(database);
  await room.post(room.id, { type: "resolved", description: "Off." });
  const csv = await Array.fromAsync(exportIncidents(room.ctx, room.page, {}, "csv"));
  expect(csv.join("")).toMatch(/,plan\n.*,called_off\n$/s);
});

test("whoever heard of a maintenance hears that it is called off, once", async ({ database }) => {
  const news = async (fields: object, update: object) => {
    const room = await planned(database, fields);
    await room.subscribe();
    await room.plan();
    const before = (await room.ledger()).length;
    await room.post(room.id, { type: "resolved", description: "Off.", ...update });
    await room.plan();
    return (await room.ledger()).length - before;
  };
  const announced = { updates: [{ description: "Soon.", notify: true }] };
  expect(await news(announced, { notify: undefined })).toBe(1);
  expect(await news(announced, { notify: true })).toBe(1);
  expect(await news(announced, { notify: false })).toBe(0);
  expect(await news({}, { notify: undefined })).toBe(0);
});

test("started after the planned end asks for a new end", async ({ database }) => {
  const room = await planned(database);
  const late = [{ code: "starts_after_end" }];
  for (const type of ["started", "essential"]) {
    shiftClock(5 * HOUR * 1_000);
    const started = room.post(room.id, { type, description: "Late." });
    await expect(started).rejects.toMatchObject({ fields: { type: late } });
    const put = room.put({ updates: [{ type, description: "Late." }] });
    await expect(put).rejects.toMatchObject({ fields: { "updates.0.type": late } });
  }
  await room.put({ ends_at: later(wireNow(), HOUR) });
  await room.post(room.id, { type: "started", description: "Now." });
  expect(await room.withStatus("open")).toEqual([room.id]);
});

test("essential work that began earlier begins then", async ({ database }) => {
  const began = later(wireNow(), -HOUR);
  const updates = [{ type: "essential", description: "A leak." }];
  const { id, get, put } = await planned(database, { starts_at: began, ends_at: null, updates });
  expect(await get()).toMatchObject({ starts_at: began, ends_at: null, plan: null });
  const earlier = later(began, -HOUR);
  await put({ starts_at: earlier });
  expect(await get()).toMatchObject({ id, starts_at: earlier });
});
