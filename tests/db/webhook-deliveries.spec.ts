import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { now, shiftClock, toWire, wireNow } from "#lib/clock.ts";
import { systemContext } from "#lib/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import type { CreateIncident } from "#lib/incidents/schema.ts";
import { deliverWebhooks, dispatcher } from "#lib/webhooks/deliveries/deliver-webhooks.ts";
import { pruneWebhookDeliveries } from "#lib/webhooks/deliveries/prune-webhook-deliveries.ts";
import { resumeWebhookDeliveries } from "#lib/webhooks/deliveries/resume-webhook-deliveries.ts";
import { DELAYS_S } from "#lib/webhooks/deliveries/retries.ts";
import type { Attempt } from "#lib/webhooks/schema.ts";
import { allowPrivateTargets } from "#tests/support/env.ts";
import { dispatch, dispatchJobs, eventsOf } from "#tests/support/events.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { Receiver } from "#tests/support/receiver.ts";
import { expect, test } from "#tests/support/test.ts";
import {
  type DeliveryOptions,
  isGenuine,
  mintDelivery,
  mintWebhook,
} from "#tests/support/webhooks.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

test.afterEach(async ({ database }) => {
  shiftClock(0);
  await sql`delete from graphile_worker._private_jobs`.execute(database);
});

/** Does something. @returns between which times, in Unix seconds */
async function meanwhile(work: () => Promise<void>): Promise<{ from: number; to: number }> {
  const from = now().getTime() / 1_000;
  await work();
  return { from, to: now().getTime() / 1_000 };
}

type Job = { status_page_id: number; due_at: string };

/** The jobs that wait for a page, in the order in which they are due. */
async function jobsOf(db: Db, statusPageId: number): Promise<(Job & { run_at: string })[]> {
  const { rows } = await sql<{ payload: Job; run_at: string }>`
    select payload, run_at from graphile_worker._private_jobs where payload ->> 'status_page_id' = ${String(statusPageId)}
    order by run_at, id`.execute(db);
  return rows.map(({ payload, run_at }) => ({ ...payload, run_at }));
}

/** Makes the attempts that are due on a page, and waits until they have ended. */
async function deliverDue(status_page_id: number): Promise<void> {
  await deliverWebhooks({ status_page_id, due_at: wireNow() });
  await dispatcher.settled();
}

async function pending(db: Db, receiver: Receiver, options: DeliveryOptions = {}) {
  const { page } = await mintOrganization(db);
  const webhook = await mintWebhook(db, page.id, { url: receiver.url });
  const delivery_id = await mintDelivery(db, page.id, webhook.id, { state: "pending", ...options });
  const attempt = () => deliverDue(page.id);
  const row = async () => {
    const found = await db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("id", "=", delivery_id)
      .executeTakeFirstOrThrow();
    return { ...found, attempts: found.attempts as Attempt[] };
  };
  const isEnabled = async () =>
    (
      await db
        .selectFrom("webhooks")
        .select("enabled")
        .where("id", "=", webhook.id)
        .executeTakeFirstOrThrow()
    ).enabled;
  const audited = () =>
    db
      .selectFrom("audit_log")
      .select(["action", "actor_kind", "changes"])
      .where("status_page_id", "=", page.id)
      .execute();
  return { page, webhook, delivery_id, attempt, row, isEnabled, audited };
}

test("a failing delivery is attempted ten times over three days, each with the same id and a signature of its own; then its webhook is disabled", async ({
  database,
  receiver,
}) => {
  receiver.answer = 500;
  const { page, webhook, delivery_id, attempt, row, isEnabled, audited } = await pending(
    database,
    receiver,
  );
  let made = { from: 0, to: 0 };
  for (const [index, delay] of DELAYS_S.entries()) {
    const job = index === 0 ? undefined : (await jobsOf(database, page.id)).at(-1);
    if (job) {
      const run_at_s = Date.parse(`${job.run_at}Z`) / 1_000;
      expect(job.due_at).toBe(job.run_at);
      expect(run_at_s).toBeGreaterThanOrEqual(made.from + delay);
      expect(run_at_s).toBeLessThanOrEqual(made.to + delay * 1.1 + 2);
      expect((await row()).next_attempt_at).toBe(job.run_at);
      shiftClock(Date.parse(`${job.run_at}Z`) - Date.now() + 500);
    }
    expect(await isEnabled()).toBe(true);
    made = await meanwhile(attempt);
    const { headers, body } = await receiver.nth(index + 1);
    expect(isGenuine(webhook.secret, headers, body)).toBe(true);
    expect(Number(headers["webhook-timestamp"])).toBeGreaterThan(made.from - 1);
    expect(Number(headers["webhook-timestamp"])).toBeLessThanOrEqual(made.to);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-signature"])).size).toBe(
    10,
  );
  const { state, next_attempt_at, attempts } = await row();
  expect([state, next_attempt_at, attempts.length]).toEqual(["failed", null, 10]);
  expect(await isEnabled()).toBe(false);
  const reason = { reason: "attempts_exhausted", webhook_delivery_id: delivery_id };
  expect(await audited()).toEqual([
    { action: "webhook.disable", actor_kind: "system", changes: reason },
  ]);
  await attempt();
  expect(receiver.received).toHaveLength(10);
});

test("a job that comes twice, or while another one makes the attempt, sends nothing", async ({
  database,
  receiver,
}) => {
  const { attempt, row } = await pending(database, receiver);
  await Promise.all([attempt(), attempt(), attempt()]);
  await attempt();
  expect(receiver.received).toHaveLength(1);
  expect(await row()).toMatchObject({
    state: "delivered",
    claimed_until: null,
    attempts: [{ status: 204, error: null, answer: "" }],
  });
});

test("an attempt whose process was killed is made again a minute later", async ({
  database,
  receiver,
}) => {
  const { page, delivery_id, attempt } = await pending(database, receiver);
  const claimed_until = toWire(new Date(now().getTime() + 60_000));
  await database
    .updateTable("webhook_deliveries")
    .set({ claimed_until })
    .where("id", "=", delivery_id)
    .execute();
  await attempt();
  await resumeWebhookDeliveries();
  expect([receiver.received.length, await jobsOf(database, page.id)]).toEqual([0, []]);
  shiftClock(62_000);
  await resumeWebhookDeliveries();
  await resumeWebhookDeliveries();
  // One, or one for each of the two seconds in which it was asked for.
  const due = (await jobsOf(database, page.id)).map(({ due_at }) => due_at);
  expect(due.length).toBeGreaterThan(0);
  expect(new Set(due).size).toBe(due.length);
  await attempt();
  expect(receiver.received).toHaveLength(1);
});

test("410 disables the webhook at once", async ({ database, receiver }) => {
  receiver.answer = 410;
  const { page, attempt, row, isEnabled, audited, delivery_id } = await pending(database, receiver);
  await attempt();
  expect([(await row()).state, await isEnabled(), await jobsOf(database, page.id)]).toEqual([
    "failed",
    false,
    [],
  ]);
  expect((await audited())[0]?.changes).toEqual({
    reason: "gone",
    webhook_delivery_id: delivery_id,
  });
});

test("Retry-After puts the next attempt off", async ({ database, receiver }) => {
  receiver.answer = (response) => response.writeHead(503, { "retry-after": "7200" }).end("later");
  const { page, attempt } = await pending(database, receiver);
  const { from, to } = await meanwhile(attempt);
  const [job] = await jobsOf(database, page.id);
  const run_at_s = Date.parse(`${job?.run_at}Z`) / 1_000;
  expect(run_at_s).toBeGreaterThanOrEqual(from + 7_200);
  expect(run_at_s).toBeLessThanOrEqual(to + 7_201);
});

test("a redirect is a failure, and what it names is not called", async ({ database, receiver }) => {
  const target = await Receiver.open();
  receiver.answer = (response) => response.writeHead(307, { location: target.url }).end();
  const { attempt, row } = await pending(database, receiver);
  await attempt();
  expect(await row()).toMatchObject({ state: "pending", attempts: [{ status: 307, error: null }] });
  expect(target.connections).toBe(0);
  await target.close();
});

test("a disabled webhook gets nothing but what somebody asked for, and that once", async ({
  database,
  receiver,
}) => {
  receiver.answer = 500;
  for (const on_demand of [false, true]) {
    const { page, webhook, attempt, row } = await pending(database, receiver, { on_demand });
    await database
      .updateTable("webhooks")
      .set({ enabled: false })
      .where("id", "=", webhook.id)
      .execute();
    await attempt();
    expect([(await row()).state, await jobsOf(database, page.id)]).toEqual([
      on_demand ? "failed" : "cancelled",
      [],
    ]);
  }
  expect(receiver.received).toHaveLength(1);
});

test("of an answer the first KiB is kept, whatever bytes it has", async ({
  database,
  receiver,
}) => {
  receiver.answer = (response) =>
    response
      .writeHead(200)
      .end(Buffer.concat([Buffer.from([0, 0xff, 0xfe]), Buffer.alloc(5_000, "y")]));
  const { attempt, row } = await pending(database, receiver);
  await attempt();
  const { attempts } = await row();
  expect(attempts[0]?.answer).toBe(`\uFFFD\uFFFD\uFFFD${"y".repeat(1_021)}`);
});

test("a secret that cannot be opened any more is a failed attempt, not a lost delivery", async ({
  database,
  receiver,
}) => {
  const { webhook, attempt, row } = await pending(database, receiver);
  await database
    .updateTable("webhooks")
    .set({ secret_sealed: "AAAA" })
    .where("id", "=", webhook.id)
    .execute();
  await attempt();
  expect(await row()).toMatchObject({
    state: "pending",
    attempts: [{ status: null, error: "internal" }],
  });
});

test("deliveries of a page or webhook that is gone are not attempted", async ({
  database,
  receiver,
}) => {
  const one = await pending(database, receiver);
  await database.deleteFrom("webhooks").where("id", "=", one.webhook.id).execute();
  await one.attempt();
  const other = await pending(database, receiver);
  await database.deleteFrom("status_pages").where("id", "=", other.page.id).execute();
  await other.attempt();
  expect(receiver.received).toEqual([]);
});

test("a look at one page does nothing for another's", async ({ database, receiver }) => {
  await pending(database, receiver);
  const stranger = await mintOrganization(database);
  await deliverDue(stranger.page.id);
  expect(receiver.received).toEqual([]);
});

test("the change and what is to be told of it commit together or not at all", async ({
  database,
  receiver,
}) => {
  const { page } = await mintOrganization(database);
  await mintWebhook(database, page.id, { url: receiver.url });
  const service = await mintService(database, page.id);
  const input = { title: "Down", type: "major", service_ids: [service] } as CreateIncident;
  const ctx = systemContext(database, "test");
  const before_commit = () => Promise.reject(new Error("no"));
  await expect(createIncident({ ...ctx, before_commit }, page, input)).rejects.toThrow("no");
  expect(await eventsOf(database, page.id)).toEqual([]);
  await createIncident(ctx, page, input);
  const events = await eventsOf(database, page.id);
  expect(await dispatchJobs(database, events)).toHaveLength(1);
  await dispatch(events);
  expect(await jobsOf(database, page.id)).toHaveLength(1);
  await deliverDue(page.id);
  expect(receiver.received).toHaveLength(1);
});

test("deliveries go after thirty days", async ({ database, receiver }) => {
  const { page, webhook, delivery_id } = await pending(database, receiver);
  const old = toWire(new Date(now().getTime() - 30 * 86_400_000 - 60_000));
  const young = toWire(new Date(now().getTime() - 30 * 86_400_000 + 60_000));
  await mintDelivery(database, page.id, webhook.id, { inserted_at: old });
  const kept = await mintDelivery(database, page.id, webhook.id, { inserted_at: young });
  await pruneWebhookDeliveries();
  const rows = await database
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("webhook_id", "=", webhook.id)
    .orderBy("id")
    .execute();
  expect(rows.map(({ id }) => id)).toEqual([delivery_id, kept]);
  expect(wireNow() > young).toBe(true);
});
