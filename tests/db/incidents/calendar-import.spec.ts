import { parseInput } from "#lib/core/fields/validation.ts";
import { stopBackground } from "#lib/core/queue/enqueue.ts";
import { importCalendars } from "#lib/incidents/calendar-import/import-calendars.ts";
import { getCalendarImport } from "#lib/incidents/calendar-import/import-now.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { createIntegration, updateIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration, UpdateIntegration } from "#lib/pages/integrations/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { dayAhead, importing, loadCalendar } from "#tests/support/data/imported-calendar.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

type Served = Awaited<ReturnType<typeof loadCalendar>>;
let calendar: Served["receiver"];
let serve: Served["serve"];
test.beforeEach(async () => {
  allowPrivateTargets(true);
  ({ receiver: calendar, serve } = await loadCalendar());
});
test.afterEach(async () => {
  shiftClock(0);
  allowPrivateTargets(false);
  await calendar.close();
});
test.afterAll(async () => {
  await stopBackground();
});

const switches = { uid: "a@x", summary: "New switches", day: 3, more: "DESCRIPTION:Short.\n" };
const cables = { uid: "b@x", summary: "New cables", day: 5 };

test("events become maintenances once, however often they are imported, and by two at a time", async ({
  database,
}) => {
  serve([switches, { ...cables, more: "RRULE:FREQ=WEEKLY;COUNT=2\n" }]);
  const { run, planned, service, outcome } = await importing(database, calendar.url);
  await Promise.all([run(), run()]);
  await run();
  const all = await planned();
  expect(all.map(({ title, starts_at }) => [title, starts_at])).toEqual([
    ["New switches", dayAhead(3)],
    ["New cables", dayAhead(5)],
    ["New cables", dayAhead(12)],
  ]);
  expect(all[0]).toMatchObject({
    service_ids: [service],
    maintenance_notify: false,
    type: "scheduled",
  });
  expect(all[0]?.updates.map(({ description }) => description)).toEqual(["Short."]);
  expect(await outcome()).toMatchObject({ last_error: null, created: 0, unchanged: 3 });
});

test("what changes in the calendar changes here, unless an operator changed it; what is deleted stays so", async ({
  database,
}) => {
  serve([switches, cables]);
  const { run, planned, ctx, page, titles } = await importing(database, calendar.url);
  await run();
  const [first, second] = await planned();
  const target = { ...page, incident_id: first?.id ?? 0 };
  await updateIncident(ctx, target, parseInput(UpdateIncident, { title: "Our switches" }));
  await deleteIncident(ctx, { ...page, incident_id: second?.id ?? 0 });
  serve([
    { ...switches, summary: "Newer", day: 4, more: "DESCRIPTION:Longer.\n" },
    { ...cables, summary: "Other" },
  ]);
  await run();
  const [only, ...others] = await planned();
  expect(others).toEqual([]);
  expect(only).toMatchObject({ id: first?.id, title: "Our switches", starts_at: dayAhead(4) });
  expect(only?.updates.map(({ description }) => description)).toEqual(["Longer."]);
  await run();
  expect(await titles()).toEqual(["Our switches"]);
});

test("what leaves the calendar is called off before it begins, and comes back with it", async ({
  database,
}) => {
  serve([switches, cables]);
  const { run, titles, outcome } = await importing(database, calendar.url);
  await run();
  serve([{ ...switches, more: "STATUS:CANCELLED\n" }, cables]);
  await run();
  expect(await titles()).toEqual(["New cables"]);
  expect(await outcome()).toMatchObject({ called_off: 1, unchanged: 1 });
  serve([switches]);
  await run();
  expect(await titles()).toEqual(["New switches"]);
});

test("an event that cannot be read is named, and what was imported of it stays", async ({
  database,
}) => {
  const weekly = { ...cables, more: "RRULE:FREQ=WEEKLY;COUNT=2\n" };
  serve([switches, weekly]);
  const { run, titles, outcome, ctx, page, integration } = await importing(database, calendar.url);
  await run();
  const all = ["New switches", "New cables", "New cables"];
  expect(await titles()).toEqual(all);
  serve([
    { ...switches, more: "RRULE:FREQ=DAILY;COUNT=1\nEXDATE;TZID=Nowhere:20270310T100000\n" },
    { ...cables, more: "RRULE:\n" },
    { uid: "c@x", summary: "New racks", day: 7 },
  ]);
  await run();
  expect(await titles()).toEqual(["New switches", "New cables", "New racks", "New cables"]);
  expect(await outcome()).toMatchObject({
    ...{ last_error: null, created: 1, called_off: 0, left_out: 2 },
    named: [
      { title: "New switches", reason: "unknown_zone", detail: "Nowhere" },
      { title: "New cables", reason: "unreadable", detail: "RRULE:" },
    ],
  });
  expect(await getCalendarImport(ctx, { ...page, integration_id: integration.id })).toMatchObject({
    ...{ last_error: null, created: 1, left_out: 2 },
    left_out_events: [{ reason: "unknown_zone" }, { reason: "unreadable", uid: "b@x" }],
  });
  serve([{ ...switches, more: "STATUS:CANCELLED\n" }]);
  await run();
  await run();
  expect(await titles()).toEqual([]);
});

test("many that vanish at once are called off only after a second answer that agrees", async ({
  database,
}) => {
  const all = [3, 4, 5, 6, 7].map((day) => ({ uid: `${day}@x`, summary: `Work ${day}`, day }));
  serve(all);
  const { run, titles, outcome } = await importing(database, calendar.url);
  await run();
  serve([]);
  await run();
  expect(await titles()).toHaveLength(5);
  expect(await outcome()).toMatchObject({ called_off: 0, missing: { length: 5 } });
  serve(all);
  await run();
  expect(await outcome()).toMatchObject({ unchanged: 5, missing: [] });
  serve(all.slice(0, 1));
  await run();
  calendar.answer = 500;
  await run();
  expect(await titles()).toHaveLength(5);
  serve(all.slice(0, 1));
  await run();
  expect(await titles()).toEqual(["Work 3"]);
  expect(await outcome()).toMatchObject({ called_off: 4, missing: [] });
});

test("what is left out is logged when it changes, not at every import", async ({ database }) => {
  const warnings: number[] = [];
  const { warn } = log();
  log().warn = (fields: { left_out: object[]; missing: number }) =>
    void warnings.push(fields.left_out.length + fields.missing);
  const broken = { ...switches, more: "RRULE:\n" };
  const also = { ...cables, more: "RRULE:\n" };
  const { run } = await importing(database, calendar.url);
  for (const served of [[broken], [broken], [cables, broken], [], [also, broken], [broken, also]]) {
    serve(served);
    await run();
  }
  calendar.answer = 500;
  await run();
  serve([also, broken]);
  await run();
  log().warn = warn;
  expect(warnings).toEqual([1, 2]);
});

test("what runs stays when it leaves the calendar", async ({ database }) => {
  const runs = { ...switches, day: 0 };
  serve([runs]);
  const { run, titles } = await importing(database, calendar.url);
  await run();
  serve([]);
  await run();
  expect(await titles()).toEqual(["New switches"]);
});

test("what lies behind the 200 events that are read is not called off", async ({ database }) => {
  const late = { uid: "late@x", summary: "Late", day: 80 };
  serve([late]);
  const { run, outcome, titles } = await importing(database, calendar.url);
  await run();
  const uids = Array.from({ length: 200 }, (_, index) => `${index}@x`);
  const early = uids.map((uid) => ({ uid, summary: "Early", day: 2 }));
  serve([...early, late]);
  await run();
  expect(await outcome()).toMatchObject({ last_error: null, created: 200, called_off: 0 });
  serve(early.slice(1));
  await run();
  expect(await outcome()).toMatchObject({ unchanged: 199, called_off: 2 });
  expect(await titles()).not.toContain("Late");
});

test("a calendar that cannot be imported keeps no other from being imported", async ({
  database,
}) => {
  serve([switches]);
  const [broken, intact] = [
    await importing(database, calendar.url),
    await importing(database, calendar.url),
  ];
  const settings = JSON.stringify({ enabled: true, service_ids: 7 });
  await database
    .updateTable("integrations")
    .set({ settings })
    .where("id", "=", broken.integration.id)
    .execute();
  await importCalendars({});
  expect(await broken.titles()).toEqual([]);
  expect(await intact.titles()).toEqual(["New switches"]);
});

test("a calendar names services of its own page", async ({ database }) => {
  const { page, ctx, service, integration } = await importing(database, calendar.url);
  const stranger = (await mintOrganization(database)).page;
  const service_ids = [service, await mintService(database, stranger.id)];
  const unknown = { fields: { "settings.service_ids": [{ code: "unknown" }] } };
  const asked = { name: "calendar", key: calendar.url, settings: { service_ids } };
  const create = createIntegration(ctx, page, parseInput(CreateIntegration, asked));
  await expect(create).rejects.toMatchObject(unknown);
  const target = { ...page, integration_id: integration.id };
  const change = (settings: object) =>
    updateIntegration(ctx, target, parseInput(UpdateIntegration, { settings }));
  await expect(change({ service_ids })).rejects.toMatchObject(unknown);
  expect((await change({ service_ids: [service] })).settings.service_ids).toEqual([service]);
});

test("an event affects the services its categories name, else those chosen", async ({
  database,
}) => {
  serve([{ ...switches, more: "CATEGORIES:Work,search\n" }, cables]);
  const { run, planned, page, service, integration } = await importing(database, calendar.url);
  const search = await mintService(database, page.id, { name: "Search" });
  const settings = JSON.stringify({ enabled: true, service_ids: [service] });
  await database
    .updateTable("integrations")
    .set({ settings })
    .where("id", "=", integration.id)
    .execute();
  await run();
  expect((await planned()).map(({ service_ids }) => service_ids)).toEqual([[search], [service]]);
});

test("subscribers hear once of what is imported and called off, if they are to; else never", async ({
  database,
}) => {
  serve([switches]);
  const loud = await importing(database, calendar.url, { notify: true });
  const quiet = await importing(database, calendar.url);
  const [hears, never] = [await loud.subscribe(), await quiet.subscribe()];
  const other = await mintService(database, loud.page.id, { name: "Search" });
  const elsewhere = await loud.subscribe({ services: [other] });
  const settings = JSON.stringify({ enabled: true, notify: true, service_ids: [loud.service] });
  await database
    .updateTable("integrations")
    .set({ settings })
    .where("id", "=", loud.integration.id)
    .execute();
  for (const round of [[switches], [switches], []]) {
    serve(round);
    for (const one of [loud, quiet]) {
      await one.run();
      await one.plan();
      await one.send();
    }
  }
  expect(mails.to(hears.email).map(({ mail }) => mail.subject)).toEqual([
    "Scheduled: Checkout – New switches",
    "Called off: Checkout – New switches",
  ]);
  expect(mails.to(hears.email)[1]?.mail.text).toContain("This maintenance has been called off.");
  for (const { email } of [never, elsewhere]) expect(mails.to(email)).toEqual([]);
});

test("a calendar that cannot be read says why and changes nothing; its address stays secret", async ({
  database,
}) => {
  serve([switches]);
  const { run, titles, outcome, integration } = await importing(
    database,
    `${calendar.url}/secret-token-4321`,
  );
  expect(integration).toMatchObject({
    key: "…4321",
    settings: { url: expect.stringMatching(/…4321$/) },
  });
  expect(JSON.stringify(integration)).not.toContain("secret");
  await run();
  const fails = async (answer: typeof calendar.answer) => {
    calendar.answer = answer;
    await run();
    return (await outcome()).last_error;
  };
  expect(await fails(404)).toBe("the address answers with 404");
  expect(await fails((response) => void response.end("<html>"))).toContain("no calendar");
  expect(
    await fails((response) => void response.writeHead(302, { location: "/again" }).end()),
  ).toContain("leads from");
  allowPrivateTargets(false);
  const before = calendar.connections;
  await run();
  expect((await outcome()).last_error).toBe("the address is in a private network");
  expect(calendar.connections).toBe(before);
  expect(await titles()).toEqual(["New switches"]);
});

test("what is the same by its ETag is not read again before repetitions may have come nearer", async ({
  database,
}) => {
  const { run, titles } = await importing(database, calendar.url);
  serve([switches]);
  const whole = calendar.answer as (
    response: Parameters<Exclude<typeof calendar.answer, number>>[0],
  ) => void;
  calendar.answer = (response) => {
    response.setHeader("etag", '"one"');
    if (response.req.headers["if-none-match"] === '"one"') response.writeHead(304).end();
    else whole(response);
  };
  await run();
  await run();
  shiftClock(7 * 3_600_000);
  await run();
  expect(calendar.received.map(({ headers }) => headers["if-none-match"] ?? null)).toEqual([
    null,
    '"one"',
    null,
  ]);
  expect(await titles()).toEqual(["New switches"]);
});

test("the job imports what is switched on, and nothing else", async ({ database }) => {
  serve([switches]);
  const on = await importing(database, calendar.url);
  const off = await importing(database, calendar.url, { enabled: false });
  await importCalendars({});
  expect([await on.titles(), await off.titles()]).toEqual([["New switches"], []]);
});
