import { parseInput } from "#lib/core/fields/validation.ts";
import { resumeNotifications } from "#lib/notifications/resume-notifications.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { now, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { updateSubscription } from "#lib/subscribers/change.ts";
import { UpdateSubscription } from "#lib/subscribers/schema.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { jobsOf } from "#tests/support/db/due-deliveries.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

const HOUR_MS = 3_600_000;

test("a mail server that is down for a while loses nothing and gets nothing twice", async ({
  database,
}) => {
  const room = await newsroom(database);
  const all = await Promise.all(Array.from({ length: 40 }, () => room.subscribe()));
  await room.open();
  await room.plan();
  const { port } = mails;
  await mails.close();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 40, waiting: 40 });
  // Those that were not attempted wait for the server, not for their next attempt.
  const attempted = (await room.ledger()).filter(({ attempts }) => attempts > 0);
  expect(attempted.length).toBeLessThan(30);
  const reopened = await MailServer.open(port);
  shiftClock(HOUR_MS);
  await room.send();
  expect(await room.counts()).toMatchObject({ handed_over: 40, waiting: 0 });
  for (const { email } of all) expect(reopened.to(email)).toHaveLength(1);
  const ids = reopened.came.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(40);
  await reopened.close();
});

test("an address that is refused for good is quarantined, hears no more, and is tried once more a week later", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { id, email } = await room.subscribe();
  const row = () =>
    database.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  mails.refusal = { at: "RCPT TO", code: 550, text: "5.1.1 no such user" };
  const { id: incident } = await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 1, quarantined: 1 });
  expect(await row()).toMatchObject({ quarantine_reason: expect.stringContaining("no such user") });
  const asked = mails.asked;
  await room.post(incident);
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 1, quarantined: 1, waiting: 0 });
  expect(mails.asked).toBe(asked);
  mails.refusal = null;
  shiftClock(8 * 24 * HOUR_MS);
  await room.post(incident);
  await room.plan();
  await room.send();
  expect(mails.to(email)).toHaveLength(1);
  expect((await row()).quarantined_until).not.toBeNull();
  shiftClock(12 * 24 * HOUR_MS);
  await room.post(incident);
  await room.plan();
  await room.send();
  expect(mails.to(email)).toHaveLength(2);
  expect(await row()).toMatchObject({ quarantined_until: null, quarantine_reason: null });
});

test("an operator who confirms an address, or changes it, ends its quarantine", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { id } = await room.subscribe();
  const target = { ...room.page, subscription_id: id };
  const quarantine = () =>
    database
      .updateTable("subscriptions")
      .set({ quarantined_until: "9999-01-01T00:00:00", quarantine_reason: "550" })
      .where("id", "=", id)
      .execute();
  const update = (input: object) =>
    updateSubscription(room.ctx, target, parseInput(UpdateSubscription, input));
  for (const input of [{ confirm: true }, { email: "another@example.com", confirm: true }]) {
    await quarantine();
    await update({ locale: "de" });
    await room.open();
    await room.plan();
    expect(await room.counts()).toMatchObject({ planned: 1, quarantined: 1 });
    await update(input);
    await room.open();
    await room.plan();
    await room.send();
    expect(await room.counts()).toMatchObject({ planned: 1, handed_over: 1 });
  }
});

test("a refusal of the content, of our sending or of a full mailbox quarantines nobody", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { id } = await room.subscribe();
  for (const [refusal, state] of [
    [{ at: "DATA", code: 554, text: "5.7.1 looks like spam" }, "withdrawn"],
    [{ at: "RCPT TO", code: 550, text: "5.7.1 relaying denied" }, "waiting"],
    [{ at: "RCPT TO", code: 552, text: "5.2.2 mailbox full" }, "waiting"],
    [{ at: "RCPT TO", code: 450, text: "4.2.0 greylisted" }, "waiting"],
  ] as const) {
    mails.refusal = refusal;
    await room.open();
    await room.plan();
    await room.send();
    expect((await room.counts())[state]).toBe(1);
    shiftClock(now().getTime() - Date.now() + HOUR_MS);
  }
  const row = await database
    .selectFrom("subscriptions")
    .select("quarantined_until")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.quarantined_until).toBeNull();
});

test("what asks for less is left alone for a while, and then gets everything", async ({
  database,
}) => {
  const room = await newsroom(database);
  for (let n = 0; n < 60; n++) await room.subscribe();
  mails.refusal = { at: "RCPT TO", code: 421, text: "4.7.0 too many connections" };
  await room.open();
  await room.plan();
  await room.send();
  const attempted = (await room.ledger()).filter(({ attempts }) => attempts > 0);
  expect(attempted.length).toBeGreaterThan(0);
  expect(attempted.length).toBeLessThan(20);
  mails.refusal = null;
  shiftClock(HOUR_MS);
  await room.send();
  expect(await room.counts()).toMatchObject({ handed_over: 60, waiting: 0 });
});

test("500 receivers that hang hold up neither mail nor another organization", async ({
  database,
  receiver,
}) => {
  receiver.answer = () => {};
  const [one, other] = [await newsroom(database), await newsroom(database)];
  for (let n = 0; n < 500; n++) {
    const webhook_url = `http://h${n}.localhost:${receiver.port}/hang`;
    await one.subscribe({ type: "webhook", webhook_url });
  }
  const [own, others] = [await one.subscribe(), await other.subscribe()];
  for (const room of [one, other]) {
    await room.open();
    await room.plan();
  }
  const began = performance.now();
  const sending = [one.send(), other.send()];
  await Promise.all([mails.nth(own.email), mails.nth(others.email)]);
  expect(performance.now() - began).toBeLessThan(3_000);
  await receiver.nth(200);
  await senders.stop();
  await Promise.all(sending);
});

test("what a process claimed and did not send is overdue, and another one sends it", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  await room.open();
  await room.plan();
  await database
    .updateTable("notifications")
    .set({ claimed_until: wireNow(), attempts: 1 })
    .where("status_page_id", "=", room.page.id)
    .execute();
  shiftClock(HOUR_MS / 30);
  await resumeNotifications();
  const due = (await jobsOf(database, room.page.id)).map((job) => job.due_at);
  expect(due).toContain(wireNow());
  await room.send();
  expect(mails.to(email)).toHaveLength(1);
  expect(await room.ledger()).toMatchObject([{ state: "handed_over", attempts: 2 }]);
});

test("what stands in a chat leads nobody to the subscription of who connected it", async ({
  database,
  receiver,
}) => {
  const room = await newsroom(database);
  await room.subscribe({ type: "mattermost", webhook_url: receiver.url });
  const { email } = await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  const { body } = await receiver.nth(1);
  expect(body).not.toMatch(/\/(manage|unsubscribe)\//);
  expect(mails.to(email)[0]?.mail.text).toMatch(/\/manage\//);
});
