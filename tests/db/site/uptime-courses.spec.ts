import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, EditUpdate, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { dayOf, firstDayOf, later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { getServiceRow } from "#lib/services/queries.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { readServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;

async function open(db: Db) {
  const { page } = await mintOrganization(db, { time_zone: "Etc/UTC" });
  const shown = { display_uptime_graph: true };
  const [cards, mail] = [
    await mintService(db, page.id, shown),
    await mintService(db, page.id, shown),
  ];
  const ctx = systemContext(db, "test");
  const grant = await systemGrant(db, page.subdomain);
  // Whole hours of the day before yesterday.
  const day = firstDayOf(3, wireNow(), "Etc/UTC");
  const at = (hour: number) => later(`${day}T00:00:00`, hour * HOUR);
  const target = (incident_id: number) => ({ subdomain: page.subdomain, incident_id });
  const create = (incident: object) => {
    const whole = { title: "Down", type: "major", service_ids: [cards], ...incident };
    return createIncident(ctx, page, parseInput(CreateIncident, whole));
  };
  const uptime = (service_id: number, range: object = {}) =>
    readServiceUptime(ctx, { ...page, service_id }, range);
  return {
    ...{ page, ctx, grant, cards, mail, at, target, create, uptime, day },
    say: (id: number, type: string, hour: number, more: object = {}) => {
      const update = { type, description: type, posted_at: at(hour), ...more };
      return postUpdate(ctx, target(id), parseInput(PostUpdate, update));
    },
    put: (id: number, incident: object) =>
      updateIncident(ctx, target(id), parseInput(UpdateIncident, incident)),
    /** Downtime, and periods as `major 9–12`, and both again after all days were rebuilt. */
    count: async (service_id: number) => {
      const read = async () => {
        const { downtime_seconds, days } = await uptime(service_id);
        const hour = (time: string) => secondsBetween(at(0), time) / HOUR;
        const periods = days.flatMap((each) => each.periods ?? []);
        return [
          downtime_seconds,
          ...periods
            .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
            .map(({ type, starts_at, ends_at }) => `${type} ${hour(starts_at)}–${hour(ends_at)}`),
        ];
      };
      const found = await read();
      await db.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
      expect(await read()).toEqual(found);
      return found;
    },
    states: async () => {
      const { by_id } = await readSnapshot(db, grant);
      const seen = [cards, mail].map((id) => by_id.get(id)?.state?.type ?? null);
      const stored = [await getServiceRow(db, grant, cards), await getServiceRow(db, grant, mail)];
      expect(stored.map((row) => row.current_incident_type)).toEqual(seen);
      return seen;
    },
  };
}

test("what got better counts less from then on, what got worse more", async ({ database }) => {
  const { create, say, count, cards, mail, at } = await open(database);
  const better = await create({ starts_at: at(9) });
  await say(better.id, "deescalate", 12);
  await say(better.id, "resolved", 13);
  expect(await count(cards)).toEqual([11_880, "major 9–12", "minor 12–13"]);
  const worse = await create({ starts_at: at(9), type: "minor", service_ids: [mail] });
  await say(worse.id, "resolved", 13);
  await say(worse.id, "escalate", 12);
  expect(await count(mail)).toEqual([6_840, "minor 9–12", "major 12–13"]);
});

test("a service counts from when it was named until it was taken out", async ({ database }) => {
  const { create, say, count, cards, mail, at, states } = await open(database);
  const { id } = await create({ starts_at: at(9) });
  await say(id, "update", 10, { service_ids: [cards, mail] });
  expect(await states()).toEqual(["major", "major"]);
  await say(id, "update", 11, { service_ids: [mail] });
  expect(await states()).toEqual([null, "major"]);
  expect(await count(cards)).toEqual([2 * HOUR, "major 9–11"]);
  await say(id, "resolved", 14);
  expect(await states()).toEqual([null, null]);
  expect(await count(cards)).toEqual([2 * HOUR, "major 9–11"]);
  expect(await count(mail)).toEqual([4 * HOUR, "major 10–14"]);
});

test("a service taken out by a PUT keeps what it suffered until then, and is up now", async ({
  database,
}) => {
  const { create, put, uptime, cards, mail, states } = await open(database);
  const starts_at = later(wireNow(), -HOUR);
  const { id } = await create({ starts_at, service_ids: [cards, mail] });
  await put(id, { service_ids: [cards] });
  expect(await states()).toEqual(["major", null]);
  const { downtime_seconds } = await uptime(mail);
  expect(downtime_seconds).toBeGreaterThanOrEqual(HOUR);
  expect(downtime_seconds).toBeLessThan(HOUR + 60);
});

test("the time between an end and a relapse counts for nothing", async ({ database }) => {
  const { create, say, count, cards, at, states } = await open(database);
  const { id } = await create({ starts_at: at(9) });
  await say(id, "resolved", 10);
  expect(await states()).toEqual([null, null]);
  await say(id, "investigating", 15);
  expect(await states()).toEqual(["major", null]);
  await say(id, "resolved", 16);
  await say(id, "resolved", 20);
  expect(await count(cards)).toEqual([2 * HOUR, "major 9–10", "major 15–16"]);
});

test("what was to last longer counts until it was resolved", async ({ database }) => {
  const { create, say, count, cards, at, states } = await open(database);
  const { id } = await create({ starts_at: at(9), ends_at: later(wireNow(), 2 * HOUR) });
  expect(await states()).toEqual(["major", null]);
  await say(id, "resolved", 11);
  expect(await states()).toEqual([null, null]);
  expect(await count(cards)).toEqual([2 * HOUR, "major 9–11"]);
});

test("an update edited into an end after the incident was opened again ends it", async ({
  database,
}) => {
  const { create, say, put, ctx, target, count, cards, at } = await open(database);
  const { id } = await create({ starts_at: at(9) });
  const { id: update_id } = await say(id, "update", 11);
  await put(id, { ends_at: at(12) });
  expect((await put(id, { ends_at: null })).ends_at).toBeNull();
  const edit = parseInput(EditUpdate, { type: "resolved" });
  await editUpdate(ctx, { ...target(id), update_id }, edit);
  expect(await count(cards)).toEqual([2 * HOUR, "major 9–11"]);
});

test("null takes the notices of a maintenance away", async ({ database }) => {
  const { create, put } = await open(database);
  const planned = { starts_at: later(wireNow(), HOUR), ends_at: later(wireNow(), 2 * HOUR) };
  const settings = { before_notice_minutes: 10, on_start: true };
  const whole = { type: "scheduled", ...planned, maintenance_notify_settings: settings };
  const { id } = await create(whole);
  const { maintenance_notify_settings: now } = await put(id, { maintenance_notify_settings: null });
  expect(now).toMatchObject({ before_notice_minutes: null, on_start: false });
});

test("days follow whatever changes the course, and go with the incident", async ({ database }) => {
  const { create, say, put, ctx, target, count, cards, mail, at } = await open(database);
  const { id } = await create({ starts_at: at(9), ends_at: at(12) });
  expect(await count(cards)).toEqual([3 * HOUR, "major 9–12"]);
  await put(id, { type: "minor" });
  expect(await count(cards)).toEqual([3_240, "minor 9–12"]);
  await put(id, { affects_uptime: false });
  expect(await count(cards)).toEqual([0]);
  await put(id, { affects_uptime: true, service_ids: [mail] });
  expect([await count(cards), await count(mail)]).toEqual([[0], [3_240, "minor 9–12"]]);
  const impacts = [
    { service_id: mail, type: "major", starts_at: at(9), ends_at: at(10) },
    { service_id: cards, type: "minor", starts_at: at(10), ends_at: at(11) },
  ];
  await put(id, { impacts });
  expect(await count(cards)).toEqual([1_080, "minor 10–11"]);
  expect(await count(mail)).toEqual([HOUR, "major 9–10"]);
  await say(id, "issue", 20);
  await deleteIncident(ctx, target(id));
  expect([await count(cards), await count(mail)]).toEqual([[0], [0]]);
});

test("a service is known from its earliest impact on in every window", async ({ database }) => {
  const { create, uptime, cards } = await open(database);
  const past = (days: number, hours: number) => {
    const starts_at = `${firstDayOf(days + 1, wireNow(), "Etc/UTC")}T10:00:00`;
    return { starts_at, ends_at: later(starts_at, hours * HOUR) };
  };
  await create(past(60, 1));
  await create(past(5, 3));
  const from = firstDayOf(30, wireNow(), "Etc/UTC");
  const to = dayOf(wireNow(), "Etc/UTC");
  const found = await uptime(cards, { from, to });
  expect(found).toMatchObject({ starts_at: `${from}T00:00:00`, downtime_seconds: 3 * HOUR });
});
