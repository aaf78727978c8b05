import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import type { Sender } from "#lib/channels/channel.ts";
import { verifyAccount } from "#lib/channels/mastodon.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { CreateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { getIntegrationHealth } from "#lib/pages/integrations/health.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import type { PageOptions } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.beforeEach(({ receiver }) => {
  process.env.PROVIDER_URLS = `social.test=${new URL(receiver.url).origin}`;
  provideEnv({});
  let count = 0;
  receiver.answer = (response: ServerResponse) => {
    count += 1;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: `post-${count}` }));
  };
});
test.afterEach(() => {
  process.env.PROVIDER_URLS = "";
  provideEnv({});
});
test.afterAll(() => allowPrivateTargets(false));

const ACCOUNT = { name: "social", domain: "social.test", key: "a-token-of-the-account" };
const SOCIAL = { description: "We are **looking** into it.", social_post: true };

async function pageWithAccount(db: Db, options: PageOptions = {}) {
  const room = await newsroom(db, options);
  const input = parseInput(CreateIntegration, { ...ACCOUNT, settings: { enabled: true } });
  const { id: integration_id } = await createIntegration(room.ctx, room.page, input);
  const waiting = () =>
    db
      .selectFrom("outbox")
      .select(["id", "attempts"])
      .where("status_page_id", "=", room.page.id)
      .where("kind", "=", "social.post")
      .execute();
  const post = async () => {
    await room.plan();
    for (const { id } of await waiting()) await sendMessage({ outbox_id: id });
  };
  const health = () => getIntegrationHealth(room.ctx, { ...room.page, integration_id });
  return { ...room, waiting, publish: post, health };
}

test("an account's server is called as it is written, by https unless it says http", async ({
  receiver,
}) => {
  const plain = new URL(receiver.url).origin;
  const sender = { id: 1, key: "k", domain: plain } as Sender;
  expect(await verifyAccount({ sender })).toMatchObject({ outcome: "delivered" });
  expect(receiver.received.map(({ path }) => path)).toEqual([
    "/api/v1/accounts/verify_credentials",
  ]);
});

const bodies = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body));

test("an update that says so is posted once, the next one below it, others are not", async ({
  database,
  receiver,
}) => {
  const page = await pageWithAccount(database);
  const { id, url } = await page.open({ updates: [SOCIAL] });
  await page.publish();
  await page.publish();
  await page.post(id);
  await page.post(id, { description: "We know why.", social_post: true });
  await page.publish();
  expect(bodies(receiver)).toEqual([
    {
      status: `Outage: Payments fail – We are looking into it., ${url}`,
      language: "en",
      visibility: "public",
    },
    expect.objectContaining({ in_reply_to_id: "post-1" }),
  ]);
  const [first] = receiver.received;
  expect(first?.path).toBe("/api/v1/statuses");
  expect(first?.headers.authorization).toBe(`Bearer ${ACCOUNT.key}`);
  expect(await page.waiting()).toEqual([]);
});

test("a notice is posted, too", async ({ database, receiver }) => {
  const page = await pageWithAccount(database);
  const notice = { title: "New prices", updates: [SOCIAL] };
  await createInfoNotice(page.ctx, page.page, parseInput(CreateInfoNotice, notice));
  await page.publish();
  expect(bodies(receiver)).toMatchObject([{ status: expect.stringContaining("New prices") }]);
});

test("what not everybody may read is posted nowhere", async ({ database, receiver }) => {
  for (const columns of [
    { member_restricted: true },
    { restricted_ips: "203.0.113.0/24" },
    { draft: true },
  ]) {
    const page = await pageWithAccount(database);
    await database
      .updateTable("status_pages")
      .set(columns)
      .where("id", "=", page.page.id)
      .execute();
    await page.open({ updates: [SOCIAL] });
    await page.publish();
    expect(await page.waiting()).toEqual([]);
  }
  const page = await pageWithAccount(database);
  await database
    .updateTable("services")
    .set({ private: true })
    .where("status_page_id", "=", page.page.id)
    .execute();
  await page.open({ updates: [SOCIAL] });
  await page.publish();
  expect(receiver.received).toEqual([]);
});

test("an account that is refused is told on its integration, and tried again later", async ({
  database,
  receiver,
}) => {
  const page = await pageWithAccount(database);
  receiver.answer = 401;
  await page.open({ updates: [SOCIAL] });
  await page.publish();
  expect(await page.waiting()).toMatchObject([{ attempts: 1 }]);
  expect((await page.health()).last_error).toContain("401");
});

test("a page without an account, or that posts nothing, says so at the update, and changes nothing", async ({
  database,
}) => {
  const without = await newsroom(database);
  const off = await pageWithAccount(database, { settings: { social_posting_enabled: false } });
  for (const page of [without, off]) {
    const refused = {
      code: "invalid",
      fields: { "updates.0.social_post": [{ code: "not_offered" }] },
    };
    await expect(page.open({ updates: [SOCIAL] })).rejects.toMatchObject(refused);
    const { id } = await page.open();
    const { "updates.0.social_post": social_post } = refused.fields;
    await expect(page.post(id, { social_post: true })).rejects.toMatchObject({
      fields: { social_post },
    });
  }
});
