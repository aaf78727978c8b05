import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { fireTimers } from "#lib/incidents/timers/fire-timers.ts";
import { planTimers } from "#lib/incidents/timers/plan-timers.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const HOUR = 3_600;
const MINUTE = 60;

/** A page with its people and an incident, and what they are reminded of. */
async function opened(db: Db, fields: object = {}) {
  const room = await newsroom(db);
  const { page } = room;
  const editor = await mintUser(db, room.id, "editor");
  const others = [await mintUser(db, room.id, "billing"), await mintUser(db, room.id, "viewer")];
  const { id, starts_at } = await room.open(fields);
  const send = async () => {
    const rows = await db
      .selectFrom("outbox")
      .select("id")
      .where("status_page_id", "=", page.id)
      .execute();
    for (const row of rows) await sendMessage({ outbox_id: row.id });
  };
  /** The subjects of what comes so long after now. */
  const at = async (seconds: number) => {
    shiftClock(seconds * 1_000);
    const before = mails.to(editor.email).length;
    await fireTimers({ status_page_id: page.id, incident_id: id });
    await send();
    return mails
      .to(editor.email)
      .slice(before)
      .map(({ mail }) => mail.subject);
  };
  const say = (fields: object, user_id = editor.id) => {
    const ctx = {
      ...systemContext(db, "test"),
      actor: { kind: "user", user_id, api_key_id: null } as const,
    };
    const input = { description: "More soon.", ...fields };
    return postUpdate(ctx, { ...page, incident_id: id }, parseInput(PostUpdate, input));
  };
  return { ...room, page, editor, others, incident_id: id, starts_at, at, say, send };
}

/** Changes after how many hours a page reminds. */
async function setHours(db: Db, status_page_id: number, hours: object) {
  await db
    .updateTable("status_pages")
    .set({ settings: sql`settings || ${JSON.stringify(hours)}` })
    .where("id", "=", status_page_id)
    .execute();
  await planTimers({ status_page_id });
}

test("whoever may write incidents is reminded of a long one, once in each period, until it is over", async ({
  database,
}) => {
  const { at, say, others } = await opened(database);
  expect(await at(3 * HOUR - MINUTE)).toEqual([]);
  expect(await at(3 * HOUR + MINUTE)).toEqual(["Open for 3 hours: Payments fail"]);
  expect(await at(3 * HOUR + 2 * MINUTE)).toEqual([]);
  expect(await at(10 * HOUR)).toEqual(["Open for 10 hours: Payments fail"]);
  await say({ type: "resolved", posted_at: later(wireNow(), 0) });
  expect(await at(13 * HOUR)).toEqual([]);
  for (const { email } of others) expect(mails.to(email)).toEqual([]);
});

test("hours that are changed count at once, and zero reminds nobody", async ({ database }) => {
  const { at, page } = await opened(database);
  const set = (hours: number) => setHours(database, page.id, { major_notification_hours: hours });
  await set(0);
  expect(await at(12 * HOUR)).toEqual([]);
  shiftClock(0);
  await set(1);
  expect(await at(HOUR)).toEqual(["Open for 1 hour: Payments fail"]);
});

test("hours that are changed count for what has an end, while it runs and before", async ({
  database,
}) => {
  for (const [starts_in_h, title] of [
    [0, "Open for 1 hour: Upgrade"],
    [2, "Open for 1 hour: Upgrade"],
  ] as const) {
    const now = wireNow();
    const { at, page } = await opened(database, {
      title: "Upgrade",
      type: "scheduled",
      starts_at: later(now, starts_in_h * HOUR),
      ends_at: later(now, (starts_in_h + 10) * HOUR),
    });
    await setHours(database, page.id, { maintenance_notification_hours: 1 });
    expect(await at((starts_in_h + 1) * HOUR)).toEqual([title]);
    shiftClock(0);
  }
});

test("who promised to say more is reminded three minutes before and when it is broken, once each", async ({
  database,
}) => {
  const { at, say, id } = await opened(database);
  const colleague = await mintUser(database, id, "admin");
  await say({ next_update_at: later(wireNow(), 30 * MINUTE) });
  expect(await at(26 * MINUTE)).toEqual([]);
  const [soon] = await at(27 * MINUTE);
  expect(soon).toMatch(/^Update promised for .+: Payments fail$/);
  expect(await at(28 * MINUTE)).toEqual([]);
  expect(await at(30 * MINUTE)).toEqual(["Promised update is overdue: Payments fail"]);
  expect(await at(35 * MINUTE)).toEqual([]);
  expect(mails.to(colleague.email)).toEqual([]);
});

test("a promise that was kept, or whose incident is over, reminds nobody", async ({ database }) => {
  const kept = await opened(database);
  await kept.say({ next_update_at: later(wireNow(), 30 * MINUTE) });
  expect(await kept.at(28 * MINUTE)).toHaveLength(1);
  await kept.say({ next_update_at: later(wireNow(), 30 * MINUTE) });
  expect(await kept.at(31 * MINUTE)).toEqual([]);
  shiftClock(0);
  const late = await opened(database);
  await late.say({ next_update_at: later(wireNow(), 30 * MINUTE) });
  shiftClock(28 * MINUTE * 1_000);
  await fireTimers({ status_page_id: late.page.id, incident_id: late.incident_id });
  await late.say({ type: "resolved" });
  expect(await late.at(31 * MINUTE)).toEqual([]);
});
