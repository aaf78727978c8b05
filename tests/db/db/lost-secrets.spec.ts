import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

// As long as what AES-GCM makes of a token, under a key that nobody has any more.
const LOST = Buffer.alloc(60, 7).toString("base64");

test("after APP_SECRET was lost and another one adopted, subscribers hear as before, by links that work", async ({
  database,
}) => {
  const room = await newsroom(database);
  const all = [await room.subscribe(), await room.subscribe()];
  await room.open();
  await room.plan();
  await room.send();
  const linkTo = ({ email }: { email: string }) =>
    /\/manage\/([\w-]+)/.exec(mails.to(email).at(-1)?.mail.text ?? "")?.[1];
  const before = all.map(linkTo);
  await database
    .updateTable("subscription_links")
    .set({ token_sealed: LOST })
    .where("status_page_id", "=", room.page.id)
    .where("subscription_id", "=", all[0]?.id ?? 0)
    .execute();
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 2, handed_over: 2 });
  const after = all.map(linkTo);
  expect(after[0]).toMatch(/./);
  expect(after[1]).toBe(before[1]);
});

test("a receiver whose secret or address is lost keeps no other from hearing", async ({
  database,
  receiver,
}) => {
  const room = await newsroom(database);
  const hook = (path: string, secret_sealed: string | null) =>
    room.subscribe({ type: "webhook", webhook_url: `${receiver.url}/${path}`, secret_sealed });
  await hook("lost", LOST);
  await room.subscribe({ type: "webhook", webhook_url: `sealed:${LOST}` });
  await hook("well", null);
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.ledger()).toMatchObject([
    { state: "withdrawn", reason: "its secret is lost" },
    { state: "withdrawn", reason: "its secret is lost" },
    { state: "handed_over" },
  ]);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook/well"]);
});

test("an event that cannot be told waits and says so, and the others leave", async ({
  database,
  receiver,
}) => {
  const room = await newsroom(database);
  await room.subscribe({ type: "webhook", webhook_url: receiver.url });
  const { id } = await room.open();
  await room.open();
  await room.plan();
  await database
    .updateTable("events")
    .set({ payload: "{" })
    .where("status_page_id", "=", room.page.id)
    .where("subject", "=", `incident:${id}`)
    .execute();
  await room.send();
  expect(await room.ledger()).toMatchObject([
    { state: "waiting", reason: "internal", claimed_until: null, attempts: 1 },
    { state: "handed_over" },
  ]);
  expect(receiver.received).toHaveLength(1);
});
