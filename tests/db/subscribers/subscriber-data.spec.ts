import { parseInput } from "#lib/core/fields/validation.ts";
import { createSubscription } from "#lib/subscribers/change.ts";
import { erasePerson, readPerson } from "#lib/subscribers/personal-data.ts";
import { CreateSubscription } from "#lib/subscribers/schema.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { waitingFor } from "#tests/support/data/subscribers.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test("all that a page holds on an address is handed out, and erased but for the counts", async ({
  database,
}) => {
  const room = await newsroom(database);
  const consent = { consent_at: "2026-01-05T00:00:00", consent_source: "a form" };
  const { id, email } = await room.subscribe({ email: "Ada@example.com", ...consent });
  const other = await room.subscribe();
  const elsewhere = await newsroom(database);
  await elsewhere.subscribe({ email });
  await room.open();
  await room.plan();
  await room.send();
  await room.open();
  await room.plan();
  const asked = parseInput(CreateSubscription, {
    type: "webhook",
    webhook_url: "https://a.example",
  });
  await createSubscription(room.ctx, room.page, { ...asked, email: "ada@example.com" });
  const person = { address: "ada@EXAMPLE.com" };
  const held = await readPerson(room.ctx, room.page, person);
  expect(held.subscriptions).toMatchObject([{ id, email, ...consent }, { type: "webhook" }]);
  expect(held.notifications.map(({ state }) => state)).toEqual(["handed_over", "waiting"]);
  const planned = await room.counts();
  expect(await erasePerson(room.ctx, room.page, person)).toBe(2);
  expect(await readPerson(room.ctx, room.page, person)).toMatchObject({
    ...{ subscriptions: [], notifications: [], join_requests: [] },
  });
  expect((await room.counts()).planned).toBe(planned.planned);
  const rows = (await room.ledger()).filter(({ subscription_id }) => subscription_id === id);
  expect(rows.map(({ state, answer, provider_id }) => [state, answer, provider_id])).toEqual([
    ["handed_over", null, null],
    ["withdrawn", null, null],
  ]);
  expect(await waitingFor(database, room.page.id)).toEqual([]);
  const log = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("status_page_id", "=", room.page.id)
    .orderBy("id")
    .execute();
  expect(JSON.stringify(log).toLowerCase()).not.toContain("ada@example.com");
  expect(log.at(-1)).toMatchObject({ action: "status_page.erase_person" });
  await room.send();
  expect(mails.to(email)).toHaveLength(1);
  expect(mails.to(other.email)).toHaveLength(2);
  const there = await readPerson(elsewhere.ctx, elsewhere.page, person);
  expect(there.subscriptions).toHaveLength(1);
});

test("a number is found as people write it", async ({ database }) => {
  const room = await newsroom(database, { settings: { sms_notifications_enabled: true } });
  const number = { country_dial_code: "49", phone_number: "15112345678" };
  await room.subscribe({ type: "sms", email: null, ...number });
  const address = "+49 (151) 1234-5678";
  expect((await readPerson(room.ctx, room.page, { address })).subscriptions).toHaveLength(1);
  expect(await erasePerson(room.ctx, room.page, { address })).toBe(1);
});
