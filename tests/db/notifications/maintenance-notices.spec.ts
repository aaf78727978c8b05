import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { UpdateIncident } from "#lib/incidents/schema.ts";
import { fireTimers } from "#lib/incidents/timers/fire-timers.ts";
import { watchTimers } from "#lib/incidents/timers/watch-timers.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, secondsBetween, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { dispatch, eventsOf } from "#tests/support/data/events.ts";
import { mintService, type PageOptions } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const MINUTE = 60;
const HOUR = 3_600;

const ALL = { before_notice_minutes: 1_440, second_before_notice_minutes: 60 };

/** A page with a planned maintenance, and what time brings there. */
async function planned(db: Db, fields: object = {}, options: PageOptions = {}) {
  shiftClock(0);
  const room = await newsroom(db, options);
  const { page, ctx, service } = room;
  const starts_at = later(wireNow(), 48 * HOUR);
  const maintenance = await room.open({
    title: "New switches",
    type: "scheduled",
    starts_at,
    ends_at: later(starts_at, 2 * HOUR),
    updates: [{ description: "Short interruptions." }],
    maintenance_notify: true,
    maintenance_notify_settings: { ...ALL, on_start: true, on_end: true },
    ...fields,
  });
  const target = { ...page, incident_id: maintenance.id };
  const change = (values: object) =>
    updateIncident(ctx, target, parseInput(UpdateIncident, values));
  const fire = () => fireTimers({ status_page_id: page.id, incident_id: maintenance.id });
  const told = async () =>
    (await eventsOf(db, page.id)).flatMap(({ notice, notice_for }) =>
      notice ? [`${notice} ${notice_for}`] : [],
    );
  /** What is told so long after now. */
  const at = async (seconds: number) => {
    shiftClock(seconds * 1_000);
    const before = (await told()).length;
    await fire();
    return (await told()).slice(before).map((notice) => notice.split(" ")[0]);
  };
  return { ...room, page, service, maintenance, target, starts_at, change, fire, told, at };
}

test("each notice is told at its time and once, however often and by how many it is looked at", async ({
  database,
}) => {
  const { at, fire, told, starts_at, maintenance } = await planned(database);
  expect(await at(23 * HOUR)).toEqual([]);
  expect(await at(24 * HOUR)).toEqual(["before"]);
  expect(await at(46 * HOUR)).toEqual([]);
  shiftClock(47 * HOUR * 1_000);
  await Promise.all([fire(), fire(), fire()]);
  expect(await at(47 * HOUR + MINUTE)).toEqual([]);
  expect(await at(48 * HOUR)).toEqual(["start"]);
  expect(await at(50 * HOUR)).toEqual(["end"]);
  expect(await at(51 * HOUR)).toEqual([]);
  expect(await told()).toEqual([
    `before ${starts_at}`,
    `before ${starts_at}`,
    `start ${starts_at}`,
    `end ${maintenance.ends_at}`,
  ]);
});

test("a worker that was down tells what is still useful and skips what is past", async ({
  database,
}) => {
  const late = await planned(database);
  expect(await late.at(47.5 * HOUR)).toEqual(["before"]);
  expect(await late.at(50.5 * HOUR)).toEqual(["end"]);
  const running = await planned(database);
  expect(await running.at(49 * HOUR)).toEqual(["start"]);
  const forgotten = await planned(database);
  expect(await forgotten.at(75 * HOUR)).toEqual([]);
});

test("notices move with their maintenance, and a start that moved after a notice is told anew", async ({
  database,
}) => {
  const { at, change, starts_at } = await planned(database);
  const moved = later(starts_at, 24 * HOUR);
  await change({ starts_at: moved, ends_at: later(moved, HOUR) });
  expect(await at(24 * HOUR)).toEqual([]);
  expect(await at(48 * HOUR)).toEqual(["before"]);
  const again = later(moved, 12 * HOUR);
  await change({ starts_at: again, ends_at: later(again, HOUR) });
  expect(await at(59 * HOUR)).toEqual([]);
  expect(await at(60 * HOUR)).toEqual(["before"]);
  await change({ title: "New switches, really" });
  expect(await at(60 * HOUR + MINUTE)).toEqual([]);
  await change({ starts_at: moved, ends_at: later(moved, HOUR) });
  expect(await at(60 * HOUR + 2 * MINUTE)).toEqual(["before"]);
});

test("nothing is told of what was deleted, called off, or is not to be told any more", async ({
  database,
}) => {
  const deleted = await planned(database);
  await deleteIncident(deleted.ctx, deleted.target);
  const called_off = await planned(database);
  await called_off.post(called_off.maintenance.id, { type: "resolved", notify: false });
  const postponed = await planned(database);
  await postponed.post(postponed.maintenance.id, { type: "postponed", notify: false });
  const silenced = await planned(database);
  await silenced.change({ maintenance_notify: false });
  const never = await planned(database, { maintenance_notify: false });
  const unset = await planned(database, { maintenance_notify_settings: null });
  for (const hours of [24, 47, 48, 50])
    for (const { at } of [deleted, called_off, postponed, silenced, never, unset])
      expect(await at(hours * HOUR)).toEqual([]);
});

test("what was postponed in the last minutes reminds nobody of its old start, and of its new one anew", async ({
  database,
}) => {
  const { at, post, change, maintenance, starts_at } = await planned(database, {
    maintenance_notify_settings: { before_notice_minutes: 5, on_start: true },
  });
  shiftClock(48 * HOUR * 1_000 - 6 * MINUTE * 1_000);
  await post(maintenance.id, { type: "postponed", notify: false });
  for (const minutes of [-5, 0, 60]) expect(await at(48 * HOUR + minutes * MINUTE)).toEqual([]);
  const again = later(starts_at, 24 * HOUR);
  await change({ starts_at: again, ends_at: later(again, HOUR) });
  expect(await at(72 * HOUR - 5 * MINUTE)).toEqual(["before"]);
  expect(await at(72 * HOUR)).toEqual(["start"]);
});

test("what was resolved early is over once, and an update that says it is enough", async ({
  database,
}) => {
  const quiet = await planned(database);
  const said = await planned(database);
  expect(await quiet.at(48 * HOUR)).toEqual(["start"]);
  expect(await said.at(48 * HOUR)).toEqual(["start"]);
  shiftClock(49 * HOUR * 1_000);
  await quiet.post(quiet.maintenance.id, { type: "resolved", notify: false });
  await said.post(said.maintenance.id, { type: "resolved", notify: true });
  expect(await quiet.at(49 * HOUR)).toEqual(["end"]);
  expect(await said.at(49 * HOUR)).toEqual([]);
  for (const { at } of [quiet, said]) expect(await at(50 * HOUR)).toEqual([]);
  const begun = await planned(database);
  await begun.post(begun.maintenance.id, { type: "started", notify: true });
  expect(await begun.at(MINUTE)).toEqual([]);
});

test("what was extended after its end was told is over a second time, early or as planned", async ({
  database,
}) => {
  const [early, planned_end] = [await planned(database), await planned(database)];
  for (const { at, change, starts_at } of [early, planned_end]) {
    expect(await at(48 * HOUR)).toEqual(["start"]);
    expect(await at(50 * HOUR)).toEqual(["end"]);
    await change({ ends_at: later(starts_at, 5 * HOUR) });
    expect(await at(51 * HOUR)).toEqual([]);
  }
  await early.post(early.maintenance.id, { type: "resolved", notify: false });
  expect(await early.at(51 * HOUR)).toEqual(["end"]);
  expect(await early.at(53 * HOUR)).toEqual([]);
  expect(await planned_end.at(53 * HOUR)).toEqual(["end"]);
  await planned_end.change({ ends_at: later(planned_end.starts_at, 4 * HOUR) });
  expect(await planned_end.at(54 * HOUR)).toEqual([]);
});

test("zero minutes are at once, unless an update that goes out announces it", async ({
  database,
}) => {
  const maintenance_notify_settings = { before_notice_minutes: 0 };
  const quiet = await planned(database, { maintenance_notify_settings });
  expect(await quiet.at(0)).toEqual(["before"]);
  const updates = [{ description: "Short interruptions.", notify: true }];
  const said = await planned(database, { maintenance_notify_settings, updates });
  expect(await said.at(0)).toEqual([]);
  await said.change({
    starts_at: later(said.starts_at, HOUR),
    ends_at: later(said.starts_at, 3 * HOUR),
  });
  expect(await said.at(0)).toEqual(["before"]);
});

test("subscribers of the service get a notice in words, in the page's zone; others never", async ({
  database,
}) => {
  const room = await planned(database);
  const other = await mintService(database, room.page.id, { name: "Search" });
  const { email } = await room.subscribe({ services: [room.service] });
  const never = await room.subscribe({ services: [other] });
  const send = async () => {
    await dispatch(await eventsOf(database, room.page.id));
    await room.send();
  };
  for (const hours of [24, 47, 48, 50]) {
    await room.at(hours * HOUR);
    await send();
  }
  const came = mails.to(email).map(({ mail }) => mail);
  expect(came.map(({ subject }) => subject)).toEqual([
    "Starts in 1 day: Checkout – New switches",
    "Starts in 1 hour: Checkout – New switches",
    "Started: Checkout – New switches",
    "Ended: Checkout – New switches",
  ]);
  expect(came[0]?.text).toContain("Short interruptions.");
  expect(came[3]?.text).not.toContain("Short interruptions.");
  expect(mails.to(never.email)).toEqual([]);
});

test("a notice that waits until it is no longer so reaches nobody", async ({ database }) => {
  const room = await planned(database);
  const { email } = await room.subscribe();
  expect(await room.at(47 * HOUR)).toEqual(["before"]);
  await dispatch(await eventsOf(database, room.page.id));
  shiftClock(49 * HOUR * 1_000);
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 1, withdrawn: 1 });
  expect(mails.to(email)).toEqual([]);
});

test("what is due and has no job, as after a restored backup, is found and ordered", async ({
  database,
}) => {
  const { maintenance } = await planned(database);
  const jobs = () =>
    database
      .selectFrom("graphile_worker.jobs" as never)
      .select(["run_at", "key"] as never[])
      .where("key" as never, "=", `incident-timers:${maintenance.id}` as never)
      .execute();
  await watchTimers();
  expect(await jobs()).toEqual([]);
  shiftClock(24 * HOUR * 1_000 - MINUTE * 1_000);
  await watchTimers();
  await watchTimers();
  expect(await jobs()).toHaveLength(1);
});

const SWITCHES = [
  { zone: "Europe/Berlin", starts_at: "2027-03-28T01:30:00" },
  { zone: "Europe/Berlin", starts_at: "2027-10-31T01:30:00" },
  { zone: "America/New_York", starts_at: "2027-03-14T07:30:00" },
  { zone: "Australia/Lord_Howe", starts_at: "2027-04-03T15:15:00" },
  { zone: "Africa/Casablanca", starts_at: "2027-02-07T03:15:00" },
  { zone: "Asia/Kathmandu", starts_at: "2027-06-30T18:20:00" },
  { zone: "Pacific/Apia", starts_at: "2027-12-31T10:05:00" },
];

for (const { zone, starts_at } of SWITCHES)
  test(`a notice comes on the minute and tells the clock of ${zone} on ${starts_at.slice(0, 10)}`, async ({
    database,
  }) => {
    const times = { starts_at, ends_at: later(starts_at, HOUR) };
    const room = await planned(database, times, { time_zone: zone });
    const { email } = await room.subscribe();
    const day = later(starts_at, -24 * HOUR);
    expect(await room.at(secondsBetween(wireNow(), day) - 2)).toEqual([]);
    shiftClock(0);
    expect(await room.at(secondsBetween(wireNow(), day) + 1)).toEqual(["before"]);
    await dispatch(await eventsOf(database, room.page.id));
    await room.send();
    const { mail } = await mails.nth(email);
    const start = Temporal.Instant.from(`${starts_at}Z`).toZonedDateTimeISO(zone);
    const clock = start.toPlainTime().toString({ smallestUnit: "minute" });
    expect(mail.subject).toBe("Starts in 1 day: Checkout – New switches");
    expect(mail.text).toMatch(new RegExp(`\\b${start.day} [A-Z][a-z]+[^0-9]+${clock}`));
  });
