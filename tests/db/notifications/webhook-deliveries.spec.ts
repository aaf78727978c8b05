import { sql } from "kysely";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import type { CreateIncident } from "#lib/incidents/schema.ts";
import { pruneWebhookDeliveries } from "#lib/notifications/webhook-deliveries/prune-webhook-deliveries.ts";
import { resumeWebhookDeliveries } from "#lib/notifications/webhook-deliveries/resume-webhook-deliveries.ts";
import { now, shiftClock, toWire, wireNow } from "#lib/platform/clock.ts";
import { dispatch, dispatchJobs, eventsOf } from "#tests/support/data/events.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { deliverDue, jobsOf, pending } from "#tests/support/db/due-deliveries.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(() => allowPrivateTargets(true));

test.afterAll(() => allowPrivateTargets(false));

test.afterEach(async ({ database }) => {
  shiftClock(0);
  await sql`delete from graphile_worker._private_jobs`.execute(database);
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
