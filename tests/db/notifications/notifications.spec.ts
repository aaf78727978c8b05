import { readAudience } from "#lib/notifications/audience/audience.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { addToGroup } from "#tests/support/data/access-groups.ts";
import { dispatch, eventsOf } from "#tests/support/data/events.ts";
import { mintService, mintUser } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test("whoever asked for everything, the service or one above it hears once, others never", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { page, service } = room;
  const other = await mintService(database, page.id, { name: "Search" });
  const hidden = await mintService(database, page.id, { name: "Vault", private: true });
  const all = await room.subscribe();
  const both = await room.subscribe({ services: [service, other] });
  const never = [
    await room.subscribe({ services: [other] }),
    await room.subscribe({ services: [hidden] }),
    await room.subscribe({ confirmed_at: null }),
  ];
  await room.open({ service_ids: [service, hidden] });
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 2, handed_over: 2, waiting: 0 });
  expect([mails.to(all.email).length, mails.to(both.email).length]).toEqual([1, 1]);
  for (const { email } of never) expect(mails.to(email)).toEqual([]);
  expect(mails.to(all.email)[0]?.mail.text).not.toContain("Vault");
});

test("nobody hears of what is said without notify, of private services, or of a draft page", async ({
  database,
}) => {
  const room = await newsroom(database);
  const hidden = await mintService(database, room.page.id, { private: true });
  await room.subscribe();
  await room.open({ updates: [{ description: "Quiet.", notify: false }] });
  await room.open({ service_ids: [hidden] });
  await room.open({ updates: [] });
  await room.plan();
  expect(await room.ledger()).toEqual([]);
  await database
    .updateTable("status_pages")
    .set({ draft: true })
    .where("id", "=", room.page.id)
    .execute();
  await room.open();
  await room.plan();
  expect(await room.ledger()).toEqual([]);
});

test("an address hears once of an event, though it is subscribed as two kinds", async ({
  database,
}) => {
  const room = await newsroom(database);
  const webhook_url = "https://chat.example.com/hooks/abcdefgh";
  const first = await room.subscribe({ type: "slack", webhook_url });
  await room.subscribe({ type: "mattermost", webhook_url });
  await room.subscribe({ type: "webhook", webhook_url: `${webhook_url}/other` });
  await room.open();
  await room.plan();
  const planned = (await room.ledger()).map(({ subscription_id }) => subscription_id);
  expect(planned).toHaveLength(2);
  expect(planned).toContain(first.id);
});

test("planning again, twice at once or after it broke off, adds nothing twice and leaves nobody out", async ({
  database,
}) => {
  const room = await newsroom(database);
  const count = 2_500;
  const rows = Array.from({ length: count }, (_, n) => ({
    status_page_id: room.page.id,
    type: "email" as const,
    filter: "all" as const,
    email: `many-${n}@example.com`,
    confirmed_at: "2026-01-01T00:00:00",
  }));
  await database.insertInto("subscriptions").values(rows).execute();
  await room.open();
  const [event] = await eventsOf(database, room.page.id);
  if (!event) throw new Error("no event");
  await Promise.all([dispatch([event]), dispatch([event])]);
  await database
    .deleteFrom("notifications")
    .where("status_page_id", "=", room.page.id)
    .where("subscription_id", "in", (eb) =>
      eb
        .selectFrom("subscriptions")
        .select("id")
        .where("status_page_id", "=", room.page.id)
        .where("email", "in", ["many-3@example.com", "many-2400@example.com"]),
    )
    .execute();
  await database
    .updateTable("events")
    .set({ dispatched_at: null })
    .where("id", "=", event.id)
    .execute();
  await dispatch([event]);
  const ids = (await room.ledger()).map(({ subscription_id }) => subscription_id);
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
});

test("an update says when all were notified, and not before", async ({ database }) => {
  const room = await newsroom(database);
  await room.subscribe();
  const { id } = await room.open();
  const notified = async () =>
    (
      await database
        .selectFrom("incident_updates")
        .select("subscribers_notified_at")
        .where("incident_id", "=", id)
        .executeTakeFirstOrThrow()
    ).subscribers_notified_at;
  await room.plan();
  expect(await notified()).toBeNull();
  await room.send();
  expect(await notified()).not.toBeNull();
});

test("who left, lost the right to see it, or of whose service nothing is public any more hears nothing", async ({
  database,
}) => {
  const room = await newsroom(database);
  const [stays, leaves] = [await room.subscribe(), await room.subscribe()];
  await room.open();
  await room.plan();
  await database.deleteFrom("subscriptions").where("id", "=", leaves.id).execute();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 2, handed_over: 1, withdrawn: 1 });
  expect([mails.to(stays.email).length, mails.to(leaves.email).length]).toEqual([1, 0]);
  await room.open();
  await room.plan();
  await database
    .updateTable("services")
    .set({ private: true })
    .where("id", "=", room.service)
    .execute();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 1, handed_over: 0, withdrawn: 1 });
});

test("what is deleted before it leaves reaches nobody; later than a day it is not sent", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  const { id, updates } = await room.open();
  await room.plan();
  await database
    .deleteFrom("incident_updates")
    .where("id", "=", updates[0]?.id ?? 0)
    .execute();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 1, withdrawn: 1 });
  await room.post(id);
  await room.plan();
  shiftClock(25 * 3_600_000);
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 1, withdrawn: 1 });
  expect(mails.to(email)).toEqual([]);
});

test("on a members' page mail goes to members only, whoever entered it; a chat that an operator entered stays", async ({
  database,
}) => {
  const settings = { allowed_email_domains: "partner.example" };
  const room = await newsroom(database, { member_restricted: true, settings });
  const requested_at = "2026-01-01T00:00:00";
  const viewer = await mintUser(database, room.id, "viewer");
  const other = await mintUser(database, room.id, "viewer");
  const billing = await mintUser(database, room.id, "billing");
  const member = await room.subscribe({ email: viewer.email, requested_at });
  const entered = await room.subscribe({ email: other.email });
  const partner = await room.subscribe({ email: "ada@partner.example" });
  const strangers = [await room.subscribe({ requested_at }), await room.subscribe()];
  const hook = { type: "slack" as const, webhook_url: "https://hooks.example.com/x/1" };
  const asked = await room.subscribe({ ...hook, requested_at, requested_by: billing.id });
  const chat = await room.subscribe({ ...hook, webhook_url: "https://hooks.example.com/x/2" });
  const { id } = await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 7, withdrawn: 3 });
  const audience = await readAudience(room.ctx, { ...room.page, incident_id: id });
  expect(audience.total_count).toBe(4);
  const ledger = await room.ledger();
  const withdrawn = ledger.filter(({ state }) => state === "withdrawn");
  const ids = withdrawn.map(({ subscription_id }) => subscription_id);
  expect([ids.includes(asked.id), ids.includes(chat.id)]).toEqual([true, false]);
  const told = () => [member, entered, partner].map(({ email }) => mails.to(email).length);
  expect(told()).toEqual([1, 1, 1]);
  for (const { email } of strangers) expect(mails.to(email)).toEqual([]);
  const left = [viewer.id, other.id];
  await database.deleteFrom("memberships").where("user_id", "in", left).execute();
  await room.post(id);
  await room.plan();
  await room.send();
  expect(told()).toEqual([1, 1, 2]);
});

test("a member in access groups hears of their services only, whoever entered the address", async ({
  database,
}) => {
  const room = await newsroom(database, { member_restricted: true });
  const other = await mintService(database, room.page.id, { name: "Search" });
  const viewer = await mintUser(database, room.id, "viewer");
  await addToGroup(database, room.page.id, room.service, viewer.id);
  const { email } = await room.subscribe({ email: viewer.email });
  await room.open({ service_ids: [other] });
  await room.plan();
  await room.send();
  expect(mails.to(email)).toHaveLength(0);
  await room.open({ service_ids: [other, room.service] });
  await room.plan();
  await room.send();
  const [letter] = mails.to(email);
  expect(letter?.mail.text).toContain("Checkout");
  expect(letter?.mail.text).not.toContain("Search");
});
