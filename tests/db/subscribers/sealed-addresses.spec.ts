import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { Permission } from "#lib/core/access/permissions.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Actor } from "#lib/core/request/context.ts";
import { createSubscription, updateSubscription } from "#lib/subscribers/change.ts";
import { normalizeAddresses } from "#lib/subscribers/normalize-addresses.ts";
import { getSubscription, listSubscriptions } from "#lib/subscribers/read.ts";
import { CreateSubscription, UpdateSubscription } from "#lib/subscribers/schema.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

const URL_OF_CHAT = "https://hooks.slack.com/services/T0/B0/very-secret-key";
const NUMBER = { type: "sms", country_dial_code: "49", phone_number: "15112345678" };
const CHAT = { type: "slack", webhook_url: URL_OF_CHAT };

const allOf = async (db: Db, status_page_id: number) => {
  const { rows } = await sql<{ text: string }>`select s::text as text from subscriptions as s
    where status_page_id = ${status_page_id} order by id`.execute(db);
  return rows.map(({ text }) => text);
};

/** A page that texts, and how its subscriptions are made and read. */
async function opened(db: Db) {
  const room = await newsroom(db, { settings: { sms_notifications_enabled: true } });
  const add = (fields: object) =>
    createSubscription(room.ctx, room.page, parseInput(CreateSubscription, fields));
  const search = async (query: string) =>
    (await listSubscriptions(room.ctx, room.page, { limit: 9 }, query)).rows.map(({ id }) => id);
  return { ...room, add, search };
}

test("numbers and chat addresses lie sealed, and are still found, unique and changed", async ({
  database,
}) => {
  const { page, ctx, add, search } = await opened(database);
  const number = await add({ ...NUMBER, confirm: true });
  const chat = await add(CHAT);
  expect((await allOf(database, page.id)).join()).not.toMatch(/15112345678|hooks\.slack|very-secr/);
  expect(await search("+49 15112345678")).toEqual([number.id]);
  expect(await search("+4915112345678")).toEqual([number.id]);
  expect(await search("15112345678")).toEqual([number.id]);
  expect(await search("+49")).toEqual([number.id]);
  await expect(add({ ...NUMBER, confirm: true })).rejects.toMatchObject({ code: "invalid" });
  await expect(add(CHAT)).rejects.toMatchObject({ code: "invalid" });
  const target = { ...page, subscription_id: chat.id };
  const other = `${URL_OF_CHAT}2`;
  const changes = parseInput(UpdateSubscription, { webhook_url: other });
  expect((await updateSubscription(ctx, target, changes)).webhook_url).toBe(other);
  expect((await allOf(database, page.id)).join()).not.toContain("very-secret");
});

test("who may change subscriptions reads them whole; editors read how an address ends", async ({
  database,
}) => {
  const { id: organization_id, owner, page, ctx, add } = await opened(database);
  const number = await add({ ...NUMBER, confirm: true });
  const chat = await add(CHAT);
  const editor = await mintUser(database, organization_id, "editor");
  const as = (actor: Actor) =>
    Promise.all(
      [number, chat].map(({ id: subscription_id }) =>
        getSubscription({ ...ctx, actor }, { ...page, subscription_id }),
      ),
    );
  const masked = [
    { country_dial_code: "49", phone_number: "…5678" },
    { webhook_url: "https://hooks.slack.com/…-key" },
  ];
  const user = ({ id: user_id }: { id: number }) =>
    ({ kind: "user", user_id, api_key_id: null }) as const;
  const key = (permissions: Permission[] | null) => {
    const of = { organization_id, api_key_id: 1, role: "owner" } as const;
    return { kind: "organization_key", ...of, permissions } as const;
  };
  const whole = [NUMBER, CHAT];
  const readings: [Actor, object[]][] = [
    [user(owner), whole],
    [user(editor), masked],
    [key(null), whole],
    [key(["page.read", "subscription.write"]), whole],
    [key(["page.read"]), masked],
  ];
  for (const [actor, shown] of readings) expect(await as(actor)).toMatchObject(shown);
});

test("what lay open before is sealed when the server starts", async ({ database }) => {
  const { page, search } = await opened(database);
  await sql`
    insert into subscriptions (status_page_id, type, filter, country_dial_code, phone_number)
    select ${page.id}, 'sms', 'all', '49', '1511000' || n from generate_series(1000, 2100) as n
  `.execute(database);
  await normalizeAddresses(database);
  expect((await allOf(database, page.id)).join()).not.toContain("1511000");
  expect(await search("+49 15110001777")).toHaveLength(1);
});
