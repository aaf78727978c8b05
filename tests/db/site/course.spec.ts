import type { Db } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { composeContent, wordsFor } from "#lib/notifications/content.ts";
import { readEventFacts } from "#lib/notifications/event-facts.ts";
import { loadEvent } from "#lib/notifications/sending/batches.ts";
import { adjacentDay, dayOf, later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { loadFeed, loadServiceFeed } from "#lib/site/feeds/read.ts";
import { byDay, loadHistory } from "#lib/site/history/history.ts";
import { loadServicePage } from "#lib/site/history/service-page.ts";
import { readPageSummary } from "#lib/site/json/summary.ts";
import { incidentMarkdown } from "#lib/site/markdown.ts";
import { loadDay, loadIncident } from "#lib/site/snapshot/records.ts";
import { DOCUMENTS } from "#lib/site/statuspage-json/documents.ts";
import { courseText, secondsLasted } from "#lib/site/view/course.ts";
import { kindOf, type View, viewOf } from "#lib/site/view/view.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;

test.afterEach(() => shiftClock(0));

/** Tomorrow at 20:00, so that a day of hours lies behind. */
function atEvening(): string {
  const tomorrow = adjacentDay(dayOf(wireNow(), "Etc/UTC"), 1);
  shiftClock(Date.parse(`${tomorrow}T20:00:00Z`) - Date.now());
  return tomorrow;
}

/** A page with two services whose incident got better, left one of them, ended and came back. */
async function relapsed(db: Db) {
  shiftClock(0);
  const day = atEvening();
  const room = await newsroom(db);
  const { page, ctx, service: shop } = room;
  const mail = await mintService(db, page.id, { name: "E-mail" });
  await db
    .updateTable("status_pages")
    .set({ time_zone: "Etc/UTC" })
    .where("id", "=", page.id)
    .execute();
  const at = (clock: string, on = day) => `${on}T${clock}:00`;
  const { id } = await room.open({
    service_ids: [shop, mail],
    starts_at: at("10:00"),
    updates: [
      { type: "investigating", description: "Looking.", posted_at: at("10:05"), notify: true },
    ],
  });
  const say = (type: string, clock: string, more: object = {}) =>
    room.post(id, { type, description: type, posted_at: at(clock), ...more });
  await say("deescalate", "12:00");
  await say("update", "13:00", { service_ids: [shop] });
  await say("resolved", "14:00");
  await say("issue", "17:00");
  await say("resolved", "18:00");
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  return { ...room, ...{ id, shop, mail, day, at, visitor } };
}

function inEnglish(snapshot: View["snapshot"]): View {
  const { subdomain } = snapshot.page;
  const visit = { subdomain, base: "", written: "en", chosen: null, locale: "en" } as const;
  return viewOf(visit, snapshot);
}

const SENTENCE =
  "Outage 10:00–12:00, degraded until 14:00, again 17:00–18:00; E-mail was back at 13:00";
const [WELL, SLOW, DOWN] = ["operational", "degraded_performance", "major_outage"];

/** What was said, and how the two services were before and after it. */
const STEPS = [
  { word: "Investigating", status: "investigating", shop: [WELL, DOWN], mail: [WELL, DOWN] },
  { word: "Improved", status: "investigating", shop: [DOWN, SLOW], mail: [DOWN, SLOW] },
  { word: "Update", status: "investigating", shop: [SLOW, SLOW], mail: [SLOW, WELL] },
  { word: "Resolved", status: "resolved", shop: [SLOW, WELL], mail: [WELL, WELL] },
  { word: "Reported", status: "investigating", shop: [WELL, SLOW], mail: [WELL, WELL] },
  { word: "Resolved", status: "resolved", shop: [SLOW, WELL], mail: [WELL, WELL] },
];

test("an incident that got better, left a service, ended and came back is told alike everywhere", async ({
  database,
}) => {
  const room = await relapsed(database);
  const { page, visitor, id, shop, mail, day, at } = room;
  const incident = await getIncident(visitor, { ...page, incident_id: id });
  const impact = (service_id: number, type: string, from: string, to: string) => {
    return { service_id, type, starts_at: at(from), ends_at: at(to) };
  };
  expect(incident).toMatchObject({
    ...{ type: "minor", service_ids: [shop], starts_at: at("10:00"), ends_at: at("18:00") },
    reopened_at: at("17:00"),
    impacts: [
      impact(shop, "major", "10:00", "12:00"),
      impact(mail, "major", "10:00", "12:00"),
      impact(shop, "minor", "12:00", "14:00"),
      impact(mail, "minor", "12:00", "13:00"),
      impact(shop, "minor", "17:00", "18:00"),
    ],
  });
  expect((await readPageSummary(visitor, page)).incidents).toEqual([]);

  const opened = await loadIncident(visitor, { ...page, incident_id: id });
  const view = inEnglish(opened.snapshot);
  expect(courseText(opened.incident, view)).toBe(SENTENCE);
  expect(secondsLasted(opened.incident, view)).toBe(5 * HOUR);
  expect(incidentMarkdown(view, opened)).toContain(`- ${SENTENCE}`);
  expect(incidentMarkdown(view, opened)).toContain("Affects: Checkout and E-mail");

  const resolved = (await DOCUMENTS.resolved.read(visitor, page)) as {
    incidents: {
      impact: string;
      components: { id: string; status: string }[];
      incident_updates: {
        status: string;
        affected_components: { code: string; old_status: string; new_status: string }[];
      }[];
    }[];
  };
  const [one] = resolved.incidents;
  expect(one?.impact).toBe("major");
  expect(one?.components.map((each) => [each.id, each.status])).toEqual([
    [String(shop), WELL],
    [String(mail), WELL],
  ]);
  const statesOf = (update: (typeof resolved.incidents)[0]["incident_updates"][0], of: number) =>
    update.affected_components
      .filter(({ code }) => code === String(of))
      .flatMap(({ old_status, new_status }) => [old_status, new_status]);
  const steps = one?.incident_updates.toReversed().map((update) => {
    return { status: update.status, shop: statesOf(update, shop), mail: statesOf(update, mail) };
  });
  expect(steps).toEqual(STEPS.map(({ word: _, ...step }) => step));

  const feed = await loadFeed(visitor, page);
  const rss = await rssOf(inEnglish(feed.snapshot), feed, { items: "updates" });
  const titles = [...rss.matchAll(/<item>\s*<title>(.*?)<\/title>/gs)].map(([, title]) =>
    title?.replace(/<!\[CDATA\[|\]\]>/g, ""),
  );
  expect(titles.reverse()).toEqual(STEPS.map(({ word }) => `${word}: Payments fail`));
  expect(await rssOf(view, feed, { items: "incidents" })).toContain(SENTENCE);
  expect((await loadServiceFeed(visitor, { ...page, service_id: mail })).incidents).toHaveLength(1);

  for (const service_id of [shop, mail]) {
    const service = await loadServicePage(visitor, { ...page, service_id, period: "day" });
    expect(service.opened.latest.map((each) => each.id)).toEqual([id]);
    const { history, snapshot } = await loadHistory(visitor, {
      ...{ ...page, service_id, month: day.slice(0, 7) },
    });
    const days = byDay(history, snapshot.page.time_zone).filter(({ kind }) => kind === "day");
    expect(days).toMatchObject([{ day, incidents: [{ id }] }]);
  }
});

test("mail of an update says how services were then, and that of the end how long they suffered", async ({
  database,
}) => {
  const room = await relapsed(database);
  const { page, ctx } = room;
  const grant = await authorizeJob(ctx, page.id);
  if (!grant) throw new Error("no page");
  const said: unknown[] = [];
  for (const event of await eventsOf(database, page.id)) {
    const facts = await readEventFacts(database, grant, event as never);
    if (!facts) continue;
    const loaded = await loadEvent(database, grant, event as never, facts, null);
    const { alert, type, services } = composeContent(grant, loaded, wordsFor(facts, "en"));
    said.push([alert, type, ...services.map(({ name, state }) => `${name}: ${state}`)]);
  }
  // Those of a service that an incident has left are told elsewhere.
  expect(said).toEqual([
    ["Down", "Outage", "Checkout: Down"],
    ["Degraded", "Disruption", "Checkout: Degraded"],
    ["Degraded", "Disruption", "Checkout: Degraded"],
    ["Resolved (4 h)".replace(" h", "\u00a0h"), "Disruption", "Checkout: Operational"],
    ["Degraded", "Disruption", "Checkout: Degraded"],
    ["Resolved (5 h)".replace(" h", "\u00a0h"), "Disruption", "Checkout: Operational"],
  ]);
});

test("a day tells of what happened within its hours, not of the time between", async ({
  database,
}) => {
  shiftClock(0);
  const day = atEvening();
  const room = await newsroom(database);
  const { page, ctx } = room;
  const before = (days: number) => dayOf(later(`${day}T12:00:00`, -days * 24 * HOUR), "Etc/UTC");
  const { id } = await room.open({
    starts_at: `${before(6)}T10:00:00`,
    updates: [{ description: "Down.", posted_at: `${before(6)}T10:00:00` }],
  });
  await room.post(id, { type: "resolved", posted_at: `${before(6)}T12:00:00` });
  await room.post(id, { type: "issue", posted_at: `${before(2)}T12:00:00` });
  await room.post(id, { type: "resolved", posted_at: `${before(2)}T13:00:00` });
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const { snapshot } = await loadFeed(visitor, page);
  const listed = snapshot.past_days.filter(({ total }) => total > 0).map((each) => each.day);
  expect(listed).toEqual([before(2), before(6)]);
  const on = async (days: number) =>
    (await loadDay(visitor, { ...page, day: before(days) })).incidents.map((each) => each.id);
  expect([await on(6), await on(4), await on(2), await on(1)]).toEqual([[id], [], [id], []]);
});

test("a service taken out of an open incident is told as back, and keeps its part in its history", async ({
  database,
}) => {
  shiftClock(0);
  const day = atEvening();
  const room = await newsroom(database);
  const { page, ctx, service: shop } = room;
  const mail = await mintService(database, page.id, { name: "E-mail" });
  const posted_at = `${day}T10:00:00`;
  const { id } = await room.open({
    ...{ service_ids: [shop, mail], starts_at: posted_at },
    updates: [{ description: "Down.", posted_at }],
  });
  await room.post(id, { type: "update", posted_at: `${day}T11:00:00`, service_ids: [shop] });
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const opened = await loadIncident(visitor, { ...page, incident_id: id });
  expect(courseText(opened.incident, inEnglish(opened.snapshot))).toBe(
    "Outage since 10:00; E-mail was back at 11:00",
  );
  const pageOf = (service_id: number) =>
    loadServicePage(visitor, { ...page, service_id, period: "day" });
  const [ofShop, ofMail] = [await pageOf(shop), await pageOf(mail)];
  expect(ofShop.opened.activity.incidents.map((each) => each.id)).toEqual([id]);
  expect(ofMail.opened.activity.incidents).toEqual([]);
  const history = await loadHistory(visitor, { ...page, service_id: mail, month: day.slice(0, 7) });
  expect(history.history.incidents.map((each) => each.id)).toEqual([id]);
});

test("what is over is called after the worst that it was, what goes on after what it is", async ({
  database,
}) => {
  const { id, page, visitor, post, ctx, shop, mail, day } = await relapsed(database);
  const ended = later(wireNow(), -HOUR);
  const called = async () => {
    const { incident, snapshot } = await loadIncident(visitor, { ...page, incident_id: id });
    const view = inEnglish(snapshot);
    const past = [...snapshot.past_days.flatMap(({ incidents }) => incidents), incident];
    const names = new Set(past.map((one) => kindOf(one, view).type));
    const markdown = /Type: (.+)/.exec(incidentMarkdown(view, { incident, postmortem: null }))?.[1];
    return [[...names].join(), markdown, incident.type];
  };
  const listed = async (type: string, service_id?: number) => {
    const { history } = await loadHistory(visitor, {
      ...page,
      month: day.slice(0, 7),
      type,
      ...(service_id && { service_id }),
    });
    return history.incidents.length;
  };
  expect(await called()).toEqual(["major", "Outage", "minor"]);
  expect([await listed("major"), await listed("minor")]).toEqual([1, 0]);
  expect([await listed("major", mail), await listed("minor", shop)]).toEqual([1, 0]);
  await post(id, { type: "issue", description: "Again", posted_at: ended });
  expect(await called()).toEqual(["minor", "Disruption", "minor"]);
  expect([await listed("major"), await listed("minor")]).toEqual([0, 1]);
  expect((await getIncident(ctx, { ...page, incident_id: id })).type).toBe("minor");
});
