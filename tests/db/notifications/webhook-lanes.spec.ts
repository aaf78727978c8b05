import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import type { Db } from "#db/index.ts";
import {
  deliverWebhooks,
  dispatcher,
} from "#lib/notifications/webhook-deliveries/deliver-webhooks.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { now, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { expect, test } from "#tests/support/test.ts";

const PER_DESTINATION = 8;

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));
test.afterEach(() => shiftClock(0));

/** A delivery that is due, to a webhook of its own. @returns how it stands */
async function due(db: Db, status_page_id: number, url: string) {
  const webhook = await mintWebhook(db, status_page_id, { url });
  const id = await mintDelivery(db, status_page_id, webhook.id, { state: "pending" });
  return async () => {
    const row = await db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { ...row, attempts: row.attempts as Attempt[] };
  };
}

async function messageIds(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .select("message_id")
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  return rows.map(({ message_id }) => message_id);
}

const look = (page: number) => deliverWebhooks({ status_page_id: page, due_at: wireNow() });

test("one destination that hangs takes few places of its page, and none of another organization's", async ({
  database,
  receiver,
}) => {
  const hanging: ServerResponse[] = [];
  receiver.answer = (response) => {
    if (response.req.url === "/hanging") hanging.push(response);
    else response.writeHead(204).end();
  };
  const [one, other] = await Promise.all([mintOrganization(database), mintOrganization(database)]);
  const url = `http://shared.localhost:${receiver.port}`;
  for (let n = 0; n < 20; n++) await due(database, one.page.id, `${url}/hanging`);
  const own = await due(database, one.page.id, receiver.url);
  await look(one.page.id);
  await receiver.nth(PER_DESTINATION + 1);
  await expect.poll(async () => (await own()).state).toBe("delivered");

  const others = await due(database, other.page.id, `${url}/answered`);
  await look(other.page.id);
  await expect.poll(async () => (await others()).state).toBe("delivered");
  expect(hanging).toHaveLength(PER_DESTINATION);
  receiver.answer = 204;
  for (const response of hanging) response.end();
  await dispatcher.settled();
  expect(receiver.received).toHaveLength(22);
});

test("whoever gave no answer five times is left alone, uncounted, then tried once, and gets all when it answers", async ({
  database,
  receiver,
}) => {
  const { page } = await mintOrganization(database);
  receiver.answer = (response) => response.destroy();
  for (let n = 0; n < 5; n++) await due(database, page.id, receiver.url);
  await look(page.id);
  await dispatcher.settled();
  expect(receiver.received).toHaveLength(5);

  const held: Awaited<ReturnType<typeof due>>[] = [];
  for (let n = 0; n < 12; n++) held.push(await due(database, page.id, receiver.url));
  const states = () => Promise.all(held.map((state) => state()));
  await look(page.id);
  await dispatcher.settled();
  expect(receiver.received).toHaveLength(5);
  const before = await states();
  expect(before.map(({ state, attempts }) => [state, attempts])).toEqual(
    Array(12).fill(["pending", []]),
  );
  const opens_at = Date.parse(`${before[0]?.next_attempt_at}Z`);
  expect(opens_at).toBeGreaterThan(now().getTime());

  shiftClock(opens_at - Date.now() + 500);
  const tried: ServerResponse[] = [];
  receiver.answer = (response) => tried.push(response);
  await look(page.id);
  await receiver.nth(6);
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  void dispatcher.look(page.id, wireNow()).then(resolve);
  await looked;
  expect(receiver.received).toHaveLength(6);
  receiver.answer = 204;
  tried[0]?.writeHead(204).end();
  await expect
    .poll(async () => (await states()).map(({ state }) => state))
    .toEqual(Array(12).fill("delivered"));
  await dispatcher.settled();
});

test("addresses that are dead, or hang, do not delay their neighbor on the same host", async ({
  database,
  receiver,
}) => {
  const { page } = await mintOrganization(database);
  const url = `http://shared.localhost:${receiver.port}`;
  const hanging: ServerResponse[] = [];
  receiver.answer = (response) => {
    if (response.req.url === "/dead") response.destroy();
    else if (response.req.url === "/hanging") hanging.push(response);
    else response.writeHead(204).end();
  };
  for (let n = 0; n < 5; n++) await due(database, page.id, `${url}/dead`);
  await look(page.id);
  await dispatcher.settled();
  for (let n = 0; n < PER_DESTINATION; n++) await due(database, page.id, `${url}/hanging`);
  const dead = await due(database, page.id, `${url}/dead`);
  const neighbors: Awaited<ReturnType<typeof due>>[] = [];
  for (let n = 0; n < PER_DESTINATION; n++)
    neighbors.push(await due(database, page.id, `${url}/neighbor`));
  await look(page.id);
  await expect
    .poll(async () => (await Promise.all(neighbors.map((one) => one()))).map(({ state }) => state))
    .toEqual(Array(PER_DESTINATION).fill("delivered"));
  expect(await dead()).toMatchObject({ state: "pending", attempts: [] });
  expect(hanging).toHaveLength(PER_DESTINATION);
  for (const response of hanging) response.end();
  await dispatcher.settled();
});

test("names that no name server answers about hold up nobody, and count as attempts while others are answered", async ({
  database,
  receiver,
}) => {
  const names = await NameServer.open();
  process.env.DNS_SERVERS = names.address;
  provideEnv({});
  names.isSilent = (name) => name.startsWith("silent");
  names.add("hooks.test", "A", "127.0.0.1");
  const [one, other] = await Promise.all([mintOrganization(database), mintOrganization(database)]);
  const silent = [];
  for (let n = 0; n < 32; n++)
    silent.push(await due(database, one.page.id, `http://silent-${n}.test:${receiver.port}/`));
  await look(one.page.id);
  await expect.poll(() => new Set(names.asked).size).toBe(32);
  const state = await due(database, other.page.id, `http://hooks.test:${receiver.port}/`);
  await look(other.page.id);
  await expect.poll(async () => (await state()).state).toBe("delivered");
  for (const unanswered of silent) expect((await unanswered()).attempts).toEqual([]);
  await dispatcher.settled();
  for (const unanswered of silent)
    expect((await unanswered()).attempts).toMatchObject([{ status: null, error: "timeout" }]);
  await names.close();
  delete process.env.DNS_SERVERS;
  provideEnv({});
});

test("without a network nothing is counted as an attempt, and all is delivered once there is one", async ({
  database,
  receiver,
}) => {
  const names = await NameServer.open();
  process.env.DNS_SERVERS = names.address;
  provideEnv({});
  names.isSilent = () => true;
  names.add("hooks.test", "A", "127.0.0.1");
  const { page } = await mintOrganization(database);
  const state = await due(database, page.id, `http://hooks.test:${receiver.port}/`);
  // Until nothing is remembered of a time when there was one.
  await expect
    .poll(async () => {
      await look(page.id);
      await dispatcher.settled();
      return (await state()).claimed_until;
    })
    .toBeNull();
  const before = await state();
  expect(before).toMatchObject({ state: "pending", attempts: [] });
  names.isSilent = () => false;
  shiftClock(Date.parse(`${before.next_attempt_at}Z`) - Date.now() + 500);
  await look(page.id);
  await dispatcher.settled();
  expect(await state()).toMatchObject({ state: "delivered", attempts: [{ status: 204 }] });
  await names.close();
  delete process.env.DNS_SERVERS;
  provideEnv({});
});

test("a worker that ends leaves what hangs to another one, uncounted", async ({ database }) => {
  const sockets = createServer(() => {}).listen(0, "127.0.0.1");
  await once(sockets, "listening");
  const { port } = sockets.address() as { port: number };
  const { page } = await mintOrganization(database);
  const state = await due(database, page.id, `http://127.0.0.1:${port}/`);
  await look(page.id);
  await once(sockets, "connection");
  await dispatcher.stop();
  const left = await state();
  expect(left).toMatchObject({ state: "pending", attempts: [], claimed_until: null });
  expect((left.next_attempt_at ?? "") <= wireNow()).toBe(true);
  sockets.close();
});

test("a webhook that keeps the order sends each event after the one before, but at once what somebody asks for", async ({
  database,
  receiver,
}) => {
  const { page } = await mintOrganization(database);
  const { id } = await mintWebhook(database, page.id, { url: receiver.url, ordered: true });
  const add = (on_demand = false) =>
    mintDelivery(database, page.id, id, { state: "pending", on_demand });
  const events = [await add(), await add(), await add()];
  const asked = await add(true);
  const states = async () => {
    const rows = await database
      .selectFrom("webhook_deliveries")
      .select(["id", "state"])
      .where("webhook_id", "=", id)
      .orderBy("id")
      .execute();
    return Object.fromEntries(rows.map((row) => [row.id, row.state]));
  };
  receiver.answer = 500;
  await look(page.id);
  await dispatcher.settled();
  expect(receiver.received).toHaveLength(2);
  const [first = 0, second = 0, third = 0] = events;
  const waiting = { [first]: "pending", [second]: "pending", [third]: "pending" };
  expect(await states()).toEqual({ ...waiting, [asked]: "failed" });
  receiver.answer = 204;
  shiftClock(10_000);
  await look(page.id);
  await dispatcher.settled();
  expect(receiver.received.slice(2).map(({ headers }) => headers["webhook-id"])).toEqual(
    await messageIds(database, events),
  );
});
