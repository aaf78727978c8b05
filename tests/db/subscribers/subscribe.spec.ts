import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { shiftClock } from "#lib/platform/clock.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { pruneSubscriptions } from "#lib/subscribers/prune-subscriptions.ts";
import { subscribeByScript, withdrawByScript } from "#lib/subscribers/sign-up/by-script.ts";
import { askForLink, confirmSubscription } from "#lib/subscribers/sign-up/manage.ts";
import { sendConfirmation } from "#lib/subscribers/sign-up/messages.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import {
  ask,
  newAddress,
  subscriptionsOf,
  visitor,
  waitingFor,
} from "#tests/support/data/subscribers.ts";
import { refusedOn, SLACK, tokens } from "#tests/support/http/subscribe-calls.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;

test.beforeEach(({ database }) => installJobs().then(() => void database));

test.afterEach(() => shiftClock(0));

test("an address hears nothing before its holder says yes; saying it twice is saying it", async ({
  database,
  organization: { page },
}) => {
  const email = newAddress();
  expect(await ask(database, page.subdomain, { email })).toEqual({ state: "asked" });
  expect(await subscriptionsOf(database, page.id)).toMatchObject([
    { type: "email", email, filter: "all", confirmed_at: null, locale: "en" },
  ]);
  const [token = ""] = await tokens(database, page.id);
  const target = { subdomain: page.subdomain, token };
  const first = await confirmSubscription(visitor(database), target);
  const [row] = await subscriptionsOf(database, page.id);
  expect(row?.confirmed_at).not.toBeNull();
  expect(await confirmSubscription(visitor(database), target)).toEqual(first);
  expect(await subscriptionsOf(database, page.id)).toEqual([row]);
});

test("the answer is the same for an unknown, an asked and a subscribed address", async ({
  database,
  organization: { page },
}) => {
  const email = newAddress();
  const answers = [await ask(database, page.subdomain, { email })];
  answers.push(await ask(database, page.subdomain, { email: email.toUpperCase() }));
  const [token = ""] = await tokens(database, page.id);
  await confirmSubscription(visitor(database), { subdomain: page.subdomain, token });
  answers.push(await ask(database, page.subdomain, { email }));
  answers.push(await ask(database, page.subdomain, { email: newAddress(), company: "Acme" }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await waitingFor(database, page.id)).toEqual([
    "subscription.confirm",
    "subscription.confirm",
    "subscription.manage",
  ]);
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
});

test("of many who subscribe one address at once all succeed, and it is there once", async ({
  database,
  organization: { page },
}) => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask(database, page.subdomain, { email })),
  );
  expect(answers).toEqual(Array.from({ length: 6 }, () => ({ state: "asked" })));
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
});

test("nobody is sent more than five mails a day of a page, and twenty of all pages", async ({
  database,
  organization: { id, page },
}) => {
  const email = newAddress();
  for (let time = 0; time < 7; time += 1) await ask(database, page.subdomain, { email });
  expect(await waitingFor(database, page.id)).toHaveLength(5);
  let all = 5;
  for (let each = 0; each < 5; each += 1) {
    const other = await mintPage(database, id);
    for (let time = 0; time < 4; time += 1) await ask(database, other.subdomain, { email });
    all += (await waitingFor(database, other.id)).length;
  }
  expect(all).toBe(20);
  shiftClock(DAY_MS + 1_000);
  await ask(database, page.subdomain, { email });
  expect(await waitingFor(database, page.id)).toHaveLength(6);
});

test("a mailbox is sent no more by way of addresses that differ behind a plus sign only", async ({
  database,
  organization: { page },
}) => {
  const [name, host] = newAddress().split("@");
  for (let time = 0; time < 25; time += 1)
    await ask(database, page.subdomain, { email: `${name}+${time}@${host}` });
  expect(await subscriptionsOf(database, page.id)).toHaveLength(25);
  expect(await waitingFor(database, page.id)).toHaveLength(20);
});

test("a client that sends too many forms waits; others do not", async ({
  database,
  organization: { page },
}) => {
  const busy = visitor(database);
  for (let time = 0; time < 60; time += 1)
    await ask(database, page.subdomain, { email: "x@example.com" }, busy);
  await expect(ask(database, page.subdomain, { email: newAddress() }, busy)).rejects.toMatchObject({
    code: "rate_limited",
    fields: { base: [{ code: "too_often" }] },
    retry_after_s: expect.any(Number),
  });
  await expect(
    askForLink(busy, { subdomain: page.subdomain }, { email: newAddress(), company: "" }),
  ).rejects.toMatchObject({ code: "rate_limited" });
  await expect(subscribeByScript(busy, page, { email: newAddress() }, "en")).rejects.toMatchObject({
    code: "rate_limited",
  });
  await expect(withdrawByScript(busy, page, { id: "x" })).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await ask(database, page.subdomain, { email: newAddress() })).toEqual({ state: "asked" });
});

test("what nobody confirms within seven days is forgotten; what an operator entered stays", async ({
  database,
  organization: { page },
}) => {
  const [old, young] = [newAddress(), newAddress()];
  await database
    .insertInto("subscriptions")
    .values({ status_page_id: page.id, type: "email", filter: "all", email: newAddress() })
    .execute();
  await ask(database, page.subdomain, { email: old });
  const [token = ""] = await tokens(database, page.id);
  shiftClock(6 * DAY_MS);
  await ask(database, page.subdomain, { email: young });
  await pruneSubscriptions();
  expect(await subscriptionsOf(database, page.id)).toHaveLength(3);
  shiftClock(7 * DAY_MS + 1_000);
  const late = confirmSubscription(visitor(database), { subdomain: page.subdomain, token });
  await expect(late).rejects.toMatchObject({ code: "not_found" });
  await pruneSubscriptions();
  const left = await subscriptionsOf(database, page.id);
  expect(left.map(({ email }) => email)).not.toContain(old);
  expect(left).toHaveLength(2);
});

test("all that expired goes at once, however much it is", async ({
  database,
  organization: { page },
}) => {
  await ask(database, page.subdomain, { email: newAddress() });
  await sql`
    insert into subscriptions (status_page_id, type, filter, email, requested_at)
    select ${page.id}, 'email', 'all', number || ${`-${newAddress()}`}, now() - interval '8 days'
    from generate_series(1, 1001) as number`.execute(database);
  await pruneSubscriptions();
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
});

test("the address of a chat is active at once, whoever has it manages it; Zoom's has its token", async ({
  database,
  organization: { page },
}) => {
  const { subdomain } = page;
  const chat = { channel: "chat", chat_url: `${SLACK}one` } as const;
  const first = await ask(database, subdomain, chat);
  expect(first).toEqual({ state: "active", type: "slack", token: expect.any(String) });
  const again: Subscribe = { ...chat, filter: "incident_types", incident_types: ["major"] };
  expect(await ask(database, subdomain, again)).toEqual(first);
  const zoom = { channel: "chat", chat_url: "https://inbots.zoom.us/incoming/hook/x" } as const;
  await expect(ask(database, subdomain, zoom)).rejects.toMatchObject(
    refusedOn("zoom_token", "zoom_token"),
  );
  await ask(database, subdomain, { ...zoom, zoom_token: "verify-me" });
  const rows = await subscriptionsOf(database, page.id);
  expect(rows).toMatchObject([
    { type: "slack", incident_types: ["major"], secret_sealed: null },
    { type: "zoom" },
  ]);
  expect(rows.every(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
  expect(unseal(rows[1]?.secret_sealed ?? "")).toBe("verify-me");
  expect(await waitingFor(database, page.id)).toEqual([]);
});

test("a confirmation that a webhook's certificate keeps away says what is wrong with it", async ({
  database,
}) => {
  const { cert, keyPem: key } = certify({ host: "localhost" });
  const receiver = createServer({ cert, key });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  allowPrivateTargets(true);
  try {
    const { ctx, page } = await newsroom(database);
    const { port } = receiver.address() as AddressInfo;
    const webhook_url = `https://localhost:${port}/`;
    await ask(database, page.subdomain, { channel: "webhook", webhook_url });
    const row = await database
      .selectFrom("outbox")
      .select(["message_id", "status_page_id", "subscription_id"])
      .where("status_page_id", "=", page.id)
      .executeTakeFirstOrThrow();
    expect(await sendConfirmation(ctx, { ...row, params: { token: "t" } })).toEqual({
      outcome: "try_again",
      reason: "tls_self_signed",
    });
  } finally {
    allowPrivateTargets(false);
    receiver.close();
  }
});
