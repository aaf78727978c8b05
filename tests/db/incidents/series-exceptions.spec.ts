import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { getIncident, listIncidents } from "#lib/incidents/read.ts";
import { extendMaintenanceSeries } from "#lib/incidents/recurrence/extend-maintenance-series.ts";
import {
  CreateIncident,
  type Incident,
  PostUpdate,
  UpdateIncident,
} from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, secondsBetween, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;
const DAY = 86_400;
const MINUTES = 60;
const LENGTH = 40 * MINUTES;
/** A whole hour tomorrow. */
const tomorrow = () => `${later(wireNow(), DAY).slice(0, 13)}:00:00`;

test.afterEach(() => shiftClock(0));

/** A weekly maintenance with what is created ahead of it. */
async function weekly(db: Db, fields: object = {}) {
  shiftClock(0);
  const { page } = await mintOrganization(db);
  const service = await mintService(db, page.id);
  const ctx = systemContext(db, "test");
  const at = (incident_id: number) => ({ subdomain: page.subdomain, incident_id });
  const starts_at = tomorrow();
  const base = { title: "Upgrade", type: "scheduled", service_ids: [service] };
  const times = { starts_at, ends_at: later(starts_at, LENGTH) };
  const updates = [{ description: "Slow." }];
  const input = { ...base, ...times, updates, recurrence: "FREQ=WEEKLY", ...fields };
  await createIncident(ctx, page, parseInput(CreateIncident, input));
  const extend = () => extendMaintenanceSeries({});
  await extend();
  const all = async () => {
    const { rows } = await listIncidents(ctx, page, { limit: 50 }, { severity: "scheduled" });
    return rows.reverse();
  };
  const nth = async (place: number) => (await all())[place] as Incident;
  const put = async ({ id }: Incident, change: object) => {
    await updateIncident(ctx, at(id), parseInput(UpdateIncident, change));
    await extend();
  };
  return {
    ...{ page, starts_at, all, nth, put, extend },
    get: ({ id }: Incident) => getIncident(ctx, at(id)),
    remove: async ({ id }: Incident) => {
      await deleteIncident(ctx, at(id));
      await extend();
    },
    post: ({ id }: Incident, update: object) =>
      postUpdate(ctx, at(id), parseInput(PostUpdate, { description: "Said.", ...update })),
    starts: async () => (await all()).map((one) => one.starts_at),
    titles: async () => (await all()).map(({ title }) => title),
    ids: async () => (await all()).map(({ id }) => id),
    events: async () => (await eventsOf(db, page.id)).map(({ event }) => event),
  };
}

const FOLLOWING = { apply_to_following: true };

test("deleted ones stay deleted and moved ones moved when the series is edited, and all keep their addresses", async ({
  database,
}) => {
  const { nth, put, remove, starts, titles, ids, events } = await weekly(database);
  const [first, second, third] = [await nth(0), await nth(1), await nth(2)];
  await remove(second);
  const moved = later(third.starts_at, 5 * HOUR);
  await put(third, { starts_at: moved, ends_at: later(moved, LENGTH) });
  const before = { ids: await ids(), starts: await starts() };
  expect(before.starts).not.toContain(second.starts_at);
  await put(first, { title: "Upgrade of switches", ...FOLLOWING });
  expect({ ids: await ids(), starts: await starts() }).toEqual(before);
  expect(new Set(await titles())).toEqual(new Set(["Upgrade of switches"]));
  expect((await events()).filter((event) => event === "incident.deleted")).toHaveLength(1);
});

test("what a maintenance has of its own stays when the series is edited", async ({ database }) => {
  const { nth, put, post, all } = await weekly(database);
  const [first, second, third] = [await nth(0), await nth(1), await nth(2)];
  await put(second, {
    title: "Only this",
    updates: [{ ...second.updates[0], description: "Mine." }],
  });
  await post(third, { type: "resolved" });
  const start = later(first.starts_at, HOUR);
  const times = { starts_at: start, ends_at: later(start, 2 * HOUR) };
  const updates = [{ id: first.updates[0]?.id, description: "Slower." }];
  await put(first, { title: "All", ...times, updates, ...FOLLOWING });
  const [one, two, three] = await all();
  expect(one).toMatchObject({ id: first.id, title: "All", ...times });
  expect(two).toMatchObject({
    ...{ id: second.id, title: "Only this", starts_at: later(start, 7 * DAY) },
    updates: [{ description: "Mine." }],
  });
  const { starts_at, ends_at } = third;
  const own = { id: third.id, title: "All", plan: "called_off", starts_at, ends_at };
  expect(three).toMatchObject({
    ...own,
    updates: [{ type: "resolved" }, { description: "Slower." }],
  });
});

test("a series moved by an hour moves those that follow, but neither brings back nor moves exceptions", async ({
  database,
}) => {
  const { nth, put, remove, all, extend } = await weekly(database);
  const [first, second, third] = [await nth(0), await nth(1), await nth(2)];
  await remove(second);
  const start = later(first.starts_at, HOUR);
  await put(first, { starts_at: start, ends_at: later(start, LENGTH), ...FOLLOWING });
  await extend();
  const weeks = (await all()).map(({ id, starts_at }) => [
    id === third.id,
    secondsBetween(start, starts_at) / DAY,
  ]);
  expect(weeks).toEqual([
    [false, 0],
    [true, 14],
    [false, 21],
  ]);
});

test("those that follow last as planned, however early this one was over", async ({ database }) => {
  const { nth, put, post, all } = await weekly(database);
  const first = await nth(0);
  shiftClock((secondsBetween(wireNow(), first.starts_at) + 5 * MINUTES) * 1_000);
  await post(first, { type: "resolved" });
  await put(first, { title: "Upgrade of switches", ...FOLLOWING });
  const [over, ...following] = await all();
  expect(secondsBetween(over?.starts_at ?? "", over?.ends_at ?? "")).toBeLessThan(6 * MINUTES);
  expect(following.length).toBeGreaterThan(1);
  for (const { title, starts_at, ends_at } of following)
    expect([title, secondsBetween(starts_at, ends_at ?? "")]).toEqual([
      "Upgrade of switches",
      LENGTH,
    ]);
});

test("a counted series has as many as it says, whichever of them is edited or moved", async ({
  database,
}) => {
  const { nth, put, starts, starts_at, get, extend } = await weekly(database, {
    recurrence: "FREQ=WEEKLY;COUNT=3",
  });
  const weeks = [0, 7, 14].map((days) => later(starts_at, days * DAY));
  expect(await starts()).toEqual(weeks);
  await put(await nth(1), { title: "Upgrade of switches", ...FOLLOWING });
  shiftClock(3 * DAY * 1_000);
  await extend();
  expect(await starts()).toEqual(weeks);
  const second = await nth(1);
  const moved = later(second.starts_at, HOUR);
  await put(second, { starts_at: moved, ends_at: later(moved, LENGTH), ...FOLLOWING });
  expect(await starts()).toEqual([starts_at, moved, later(moved, 7 * DAY)]);
  const last = await nth(2);
  const again = later(last.starts_at, HOUR);
  await put(last, { starts_at: again, ends_at: later(again, LENGTH), ...FOLLOWING });
  shiftClock(10 * DAY * 1_000);
  await extend();
  expect(await starts()).toEqual([starts_at, moved, again]);
  expect((await get(last)).recurrence).toBe("FREQ=WEEKLY;COUNT=3");
});

test("another rule keeps those on its days, with their exceptions, and deletes the others", async ({
  database,
}) => {
  const { nth, put, starts, ids, remove } = await weekly(database, { recurrence: "FREQ=DAILY" });
  const [first, second, third] = [await nth(0), await nth(1), await nth(2)];
  await put(first, { recurrence: "FREQ=DAILY;INTERVAL=2" });
  const next = [0, 2, 4].map((days) => later(first.starts_at, days * DAY));
  expect(await starts()).toEqual(next);
  expect((await ids()).slice(0, 2)).toEqual([first.id, third.id]);
  expect(await ids()).not.toContain(second.id);
  await remove(third);
  await put(first, { recurrence: "FREQ=DAILY" });
  expect(await starts()).not.toContain(third.starts_at);
});

test("one that was moved can be retitled with those that follow", async ({ database }) => {
  const { nth, put, starts, titles } = await weekly(database);
  const second = await nth(1);
  const moved = later(second.starts_at, 2 * DAY);
  await put(second, { starts_at: moved, ends_at: later(moved, LENGTH) });
  const before = await starts();
  await put(second, { title: "From here", ...FOLLOWING });
  expect(await starts()).toEqual(before);
  expect(await titles()).toEqual(["Upgrade", "From here", "From here"]);
});
