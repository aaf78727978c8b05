import { sql } from "kysely";
import { DELAYS_S } from "#lib/notifications/webhook-deliveries/outcome.ts";
import { now, shiftClock } from "#lib/platform/clock.ts";
import { isGenuine } from "#tests/support/data/webhooks.ts";
import { jobsOf, pending } from "#tests/support/db/due-deliveries.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

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

test("the status decides although the body never ends", async ({ database, receiver }) => {
  receiver.answer = (response) => response.writeHead(200).write("taken");
  const { attempt, row } = await pending(database, receiver);
  await attempt();
  const attempts = [{ status: 200, answer: "taken", error: null }];
  expect(await row()).toMatchObject({ state: "delivered", attempts });
  receiver.hangUp();
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
