import type { Db } from "#db/index.ts";
import { watchCertificates } from "#lib/monitoring/warnings/watch-certificates.ts";
import { watchChecks } from "#lib/monitoring/warnings/watch-checks.ts";
import { sendBatch, senders } from "#lib/notifications/send-batch.ts";
import { DAY_SECONDS, later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { watchWorkers } from "#lib/server/app/watch-workers.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { dispatch, eventsOf } from "#tests/support/data/events.ts";
import { watchedPage } from "#tests/support/data/monitored.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

async function sendAll(db: Db): Promise<void> {
  const rows = await db.selectFrom("outbox").select("id").execute();
  for (const row of rows) await sendMessage({ outbox_id: row.id });
}

test("whom a service names hears by mail that it is down and up again, and the team's chat too", async ({
  database,
}) => {
  const { page, owner, watch, tell } = await watchedPage(database);
  const chat = await Receiver.open();
  chat.answer = (response) => response.writeHead(200).end("ok");
  const settings = JSON.stringify({ enabled: true, url: chat.url });
  const integration = { status_page_id: page.id, name: "slack", fields: "{}", settings };
  await database.insertInto("integrations").values(integration).execute();
  const api = await watch("API", { notification_recipients: [owner.id], auto_incident: false });
  await tell(api, true);
  await sendAll(database);
  expect(mails.to(owner.email)).toEqual([]);
  await tell(api, false, later(wireNow(), -120));
  await sendAll(database);
  await tell(api, true);
  await sendAll(database);
  const [down, up, ...more] = mails.to(owner.email).map(({ mail }) => mail);
  expect([down?.subject, up?.subject]).toEqual(["Down: API", "Up again: API"]);
  expect(more).toEqual([]);
  expect(chat.received.map(({ body }) => JSON.parse(body).text)).toEqual([
    "Down: API",
    "Operational: API",
  ]);
  await chat.close();
});

test("with auto_notify subscribers of the service hear once that it began and is over, others never", async ({
  database,
}) => {
  const { page, watch, tell } = await watchedPage(database);
  const api = await watch("API", { auto_notify: true });
  const quiet = await watch("Quiet");
  const own = await subscriber(database, page.id, { services: [api] });
  const other = await subscriber(database, page.id, { services: [quiet] });
  const news = async () => {
    await dispatch(await eventsOf(database, page.id));
    await sendBatch({ status_page_id: page.id, channel: "email", due_at: wireNow() });
    await senders.settled();
    return [own, other].map(({ email }) => mails.to(email).length);
  };
  await tell(quiet, false);
  expect(await news()).toEqual([0, 0]);
  await tell(api, false);
  expect(await news()).toEqual([1, 0]);
  await tell(api, true);
  await tell(quiet, true);
  expect(await news()).toEqual([2, 0]);
});

test("of what waits for somebody all hear who may publish it, where a service names nobody", async ({
  database,
}) => {
  const { owner, watch, tell } = await watchedPage(database);
  const publish_policy = JSON.stringify({ mode: "draft", delay_minutes: null });
  const api = await watch("API", { publish_policy });
  await tell(api, false);
  await sendAll(database);
  const [letter] = mails.to(owner.email);
  expect(letter?.mail.text).toContain("ready as a draft");
});

test("of a certificate the team hears 14, 7 and 1 days before its end, once each", async ({
  database,
}) => {
  const { page, owner, watch } = await watchedPage(database);
  const api = await watch("API", { ping_url: "https://example.com" });
  const certificate_ends_at = later(wireNow(), 20 * DAY_SECONDS);
  await database
    .updateTable("service_monitors")
    .set({ certificate_ends_at })
    .where("status_page_id", "=", page.id)
    .where("service_id", "=", api)
    .execute();
  const after = async (days: number) => {
    shiftClock(days * DAY_SECONDS * 1_000);
    const before = mails.to(owner.email).length;
    await watchCertificates();
    await watchCertificates();
    await sendAll(database);
    return mails
      .to(owner.email)
      .slice(before)
      .map(({ mail }) => mail.subject);
  };
  expect(await after(5)).toEqual([]);
  expect(await after(6.5)).toEqual(["Certificate expires in 14 days: API"]);
  expect(await after(12)).toEqual([]);
  expect(await after(13.5)).toEqual(["Certificate expires in 7 days: API"]);
  expect(await after(19.5)).toEqual(["Certificate expires in 1 day: API"]);
  expect(await after(19.9)).toEqual([]);
});

test("operators hear once each time that the monitor's network is gone or checks stand still", async ({
  database,
}) => {
  // On a slow machine those of the tests before are overdue by now.
  await database.updateTable("service_monitors").set({ due_at: null }).execute();
  const { owner, watch } = await watchedPage(database);
  await watch("API", { ping_url: "https://example.com" });
  const told = async () => {
    const before = mails.to(owner.email).length;
    await watchChecks();
    await watchChecks();
    await sendAll(database);
    return mails
      .to(owner.email)
      .slice(before)
      .map(({ mail }) => mail.subject);
  };
  const runner = async (network_lost_at: string | null) => {
    await database.deleteFrom("check_runners").execute();
    const id = "00000000-0000-4000-8000-000000000001";
    await database
      .insertInto("check_runners")
      .values({ id, ran_at: wireNow(), network_lost_at })
      .execute();
  };
  expect(await told()).toEqual([]);
  await runner(later(wireNow(), -10));
  expect(await told()).toEqual(["The monitor itself is offline: nothing can be checked"]);
  await runner(null);
  expect(await told()).toEqual([]);
  await runner(later(wireNow(), -1));
  expect(await told()).toEqual(["The monitor itself is offline: nothing can be checked"]);
  await runner(null);
  const due_at = later(wireNow(), -200);
  await database.updateTable("service_monitors").set({ due_at }).execute();
  await watchWorkers();
  const [last] = mails.to(owner.email).slice(-1);
  expect(last?.mail.subject).toBe("Services are not being checked");
  expect(await told()).toEqual([]);
});
