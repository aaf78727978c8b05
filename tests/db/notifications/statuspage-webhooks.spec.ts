import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { CreateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { fireTimers } from "#lib/incidents/timers/fire-timers.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { ComponentMessage, IncidentMessage } from "#lib/site/statuspage-json/messages.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { isGenuine } from "#tests/support/data/webhooks.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => installJobs().then(() => void database));
test.beforeAll(() => allowPrivateTargets(true));
test.afterEach(async () => {
  shiftClock(0);
  await senders.stop();
});
test.afterAll(() => allowPrivateTargets(false));

const HOUR = 3_600;

async function roomOf(db: Db, receiver: Receiver, wanted: object = {}) {
  const room = await newsroom(db);
  const secret = newSecret();
  const hook = { type: "webhook" as const, secret_sealed: seal(secret), filter: "all" as const };
  const to = { ...hook, webhook_url: receiver.url, format: "statuspage", ...wanted };
  const { id } = await room.subscribe(to);
  /** The bodies that came since, first the incident's. */
  const tell = async () => {
    const before = receiver.received.length;
    await room.plan();
    await room.send();
    const came = receiver.received.slice(before);
    for (const { headers, body } of came) expect(isGenuine(secret, headers, body)).toBe(true);
    return came.map(({ body }) => JSON.parse(body));
  };
  return { ...room, secret, subscription_id: id, tell };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SAMPLES: Record<string, string> = {
  unsubscribe: "https://status.example.com/unsubscribe/token",
  documentation: "https://app.example.com/docs/api/subscriptions",
  shortlink: "https://status.example.com/incidents/42",
};

/** The same body as the samples spell it: other ids, times and hosts. */
function asSample(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => asSample(one, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, asSample(one, name)]),
    );
  if (typeof value !== "string") return value;
  if (/^(id|code|.+_id)$/.test(key)) return "42";
  return SAMPLES[key] ?? (TIME.test(value) ? "2027-03-10T22:00:00.000Z" : value);
}

function expectSample(name: string, body: unknown): void {
  const file = readFileSync(join(ROOT, `docs/webhooks/statuspage/${name}.json`), "utf8");
  expect(asSample(body), name).toEqual(JSON.parse(file));
}

test("a receiver made for Statuspage gets each kind of news as Statuspage documents it", async ({
  database,
  receiver,
}) => {
  const { page, open, post, tell, service, ctx } = await roomOf(database, receiver);
  await database
    .updateTable("status_pages")
    .set({ time_zone: "Etc/UTC" })
    .where("id", "=", page.id)
    .execute();
  const { id } = await open();
  const [created, down, ...more] = await tell();
  expect(more).toEqual([]);
  expectSample("incident.created", IncidentMessage.parse(created));
  expectSample("component.updated", ComponentMessage.parse(down));
  expect(down.component.id).toBe(String(service));
  shiftClock(60_000);
  await post(id);
  expect((await tell()).map((body) => Object.keys(body))).toEqual([["meta", "page", "incident"]]);
  shiftClock(120_000);
  await post(id, { type: "resolved", description: "Payments work again." });
  const [resolved, up] = await tell();
  expectSample("incident.resolved", IncidentMessage.parse(resolved));
  expect(up.component_update).toMatchObject({
    old_status: "major_outage",
    new_status: "operational",
  });
  const starts_at = later(wireNow(), HOUR);
  const { id: maintenance } = await open({
    ...{ title: "New switches", type: "scheduled", starts_at, ends_at: later(starts_at, HOUR) },
    updates: [{ description: "Short interruptions.", notify: true }],
    maintenance_notify: true,
    maintenance_notify_settings: { on_start: true, on_end: true },
  });
  const [scheduled, ...nothing] = await tell();
  expectSample("maintenance.scheduled", IncidentMessage.parse(scheduled));
  expect(nothing).toEqual([]);
  for (const [ahead, status, new_status] of [
    [HOUR + 240, "in_progress", "under_maintenance"],
    [2 * HOUR + 240, "completed", "operational"],
  ] as const) {
    shiftClock(ahead * 1_000);
    await fireTimers({ status_page_id: page.id, incident_id: maintenance });
    const [told, change] = await tell();
    expect(IncidentMessage.parse(told).incident).toMatchObject({ status, impact: "maintenance" });
    expect(ComponentMessage.parse(change).component_update.new_status).toBe(new_status);
  }
  const updates = [{ description: "From May on.", notify: true }];
  await createInfoNotice(ctx, page, parseInput(CreateInfoNotice, { title: "Prices", updates }));
  expect(await tell()).toEqual([]);
});

test("nothing of private services and other incidents is in it; a failed delivery comes again as it was", async ({
  database,
  receiver,
}) => {
  const { page, open, tell, service, plan, send, ledger } = await roomOf(database, receiver);
  const hidden = await mintService(database, page.id, { name: "Hidden vault", private: true });
  const mail = await mintService(database, page.id, { name: "Mail" });
  await open({ service_ids: [service, hidden, mail] });
  const bodies = await tell();
  expect(JSON.stringify(bodies)).not.toContain("Hidden");
  expect(JSON.stringify(bodies)).not.toMatch(new RegExp(`"(code|component_id)":"${hidden}"`));
  const ids = bodies.slice(1).map(({ component }) => component.id);
  expect(ids.toSorted()).toEqual([service, mail].map(String).toSorted());
  for (const type of ["minor", "major"]) {
    await open({ title: "Another", type });
    expect(await tell(), type).toHaveLength(1);
  }
  const phone = await mintService(database, page.id, { name: "Phone" });
  receiver.answer = 500;
  shiftClock(60_000);
  await open({ service_ids: [phone], title: "Again" });
  await plan();
  await send();
  receiver.answer = 204;
  const waiting = (await ledger()).find(({ state }) => state === "waiting");
  const refused = receiver.received.at(-1);
  const count = receiver.received.length;
  await send(waiting?.due_at ?? "");
  const again = receiver.received.slice(count).map(({ headers }) => headers["webhook-id"]);
  const id = refused?.headers["webhook-id"];
  expect(again).toEqual([id, `${id}-${phone}`]);
});

test("who asks for no format gets ours, as before", async ({ database, receiver }) => {
  const { open, tell } = await roomOf(database, receiver, { format: "standard" });
  await open();
  expect(await tell()).toMatchObject([{ event: "incident.created" }]);
});
