import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { keepReports } from "#lib/notifications/provider-reports/callbacks.ts";
import { deleteDeliveriesBefore } from "#lib/notifications/webhook-deliveries/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs, withSecret } from "#lib/platform/crypto/seal.ts";
import { unsubscribe } from "#lib/subscribers/sign-up/unsubscribe.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { insertLinked } from "#tests/support/data/subscription-links.ts";
import { holdOrganization } from "#tests/support/db/held.ts";
import {
  type Installation,
  move,
  OTHER_SECRET,
  test,
} from "#tests/support/db/two-installations.ts";
import { expect } from "#tests/support/test.ts";

test("who unsubscribed, and what providers reported, during the move is heeded there", async ({
  world,
}) => {
  const { source, target, organization } = world;
  const { id: page_id, subdomain } = organization.page;
  const report = { type: "sms", address: "+491", status: "resubscribed", reason: "" } as const;
  const opted = await source.run(async (db) => {
    const linked = await insertLinked(db, page_id, []);
    await holdOrganization(db, organization.id, { moving_at: wireNow() });
    const ctx = systemContext(db, "test");
    await unsubscribe(ctx, { subdomain, token: linked.token });
    for (const status of ["unsubscribed", "resubscribed"] as const)
      await keepReports(ctx, page_id, [{ ...report, status }]);
    return linked;
  });
  await move(world);
  const found = await target.run(async (db) => {
    const { rows } = await sql<{ name: string; payload: Record<string, string> }>`
      select identifier as name, payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id`.execute(db);
    const subscriptions = db.selectFrom("subscriptions").select("id");
    const log = db.selectFrom("audit_log").select("action").orderBy("id", "desc").limit(1);
    return {
      reports: rows.filter(({ name }) => name === "apply-late-report"),
      left: await subscriptions.where("id", "=", opted.id).execute(),
      log: await log.execute(),
    };
  });
  const [first] = found.reports;
  const open = withSecret(OTHER_SECRET, () => unsealIfOurs(first?.payload.report_sealed ?? ""));
  expect([found.reports.length, open]).toEqual([1, JSON.stringify(report)]);
  expect(found.left).toEqual([]);
  expect(found.log).toEqual([{ action: "subscription.unsubscribe" }]);
});

async function addJob(db: Db, isRunning: boolean): Promise<void> {
  await sql`select graphile_worker.add_job('prune-webhook-deliveries')`.execute(db);
  const at = isRunning ? sql`now()` : null;
  await sql`update graphile_worker._private_jobs set locked_at = ${at}`.execute(db);
}

test("a job that prunes, begun before at either installation, ends before anything is copied", async ({
  world,
}) => {
  const { source, target } = world;
  await source.run((db) =>
    sql`update webhook_deliveries set inserted_at = now() - interval '31 days'`.execute(db),
  );
  for (const side of [source, target]) await side.run((db) => addJob(db, true));
  const waits: string[] = [];
  const ended: Promise<unknown>[] = [];
  const end = (side: Installation) =>
    side.run(async (db) => {
      const before = later(wireNow(), -30 * DAY_SECONDS);
      if (side === target) await deleteDeliveriesBefore(db, before, 5_000);
      await sql`delete from graphile_worker._private_jobs`.execute(db);
    });
  await move(world, (phase, detail = "") => {
    const isThere = detail.endsWith("at the other installation");
    if (phase === "wait") {
      waits.push(detail.replace(/\d+/, "N"));
      ended.push(end(isThere ? target : source));
    }
    // Without waiting, the next batch deletes what has arrived.
    if (detail.startsWith("webhook_deliveries") && waits.length === 0) ended.push(end(target));
  });
  await Promise.all(ended);
  const job = "for the job prune-webhook-deliveries (begun N s ago)";
  expect(waits).toEqual([job, `${job} at the other installation`]);
  expect(await target.count("webhook_deliveries")).toBe(1);
});

test("an organization is not paused while a job prunes; what is created until then moves, too", async ({
  world,
}) => {
  const { source, target, organization } = world;
  for (const side of [source, target]) await side.run((db) => addJob(db, true));
  const ended: Promise<unknown>[] = [];
  const paused: unknown[] = [];
  const end = (side: Installation) =>
    side.run(async (db) => {
      const organizations = await db.selectFrom("organizations").select("moving_at").execute();
      paused.push(...organizations.map(({ moving_at }) => moving_at));
      if (side === source) await mintPage(db, organization.id);
      await sql`delete from graphile_worker._private_jobs`.execute(db);
    });
  const moved = move(world, (phase, detail = "") => {
    if (phase === "wait") ended.push(end(detail.endsWith("installation") ? target : source));
  });
  expect(await moved).toMatchObject({ pages: 2 });
  await Promise.all(ended);
  expect([ended.length, paused]).toEqual([2, [null]]);
});

test("a job that begins to prune late and does not end leaves everything as before, and is named", async ({
  world,
}) => {
  const { source, target } = world;
  const now = performance.now.bind(performance);
  const isLate = (phase: string) => {
    if (phase === "wait") performance.now = () => now() + DAY_SECONDS * 1_000;
  };
  const before = await source.dump();
  for (const [side, change] of [[source, "update"] as const, [target, "insert"] as const]) {
    await side.run(async (db) => {
      await addJob(db, false);
      await sql`create function begin_job() returns trigger language plpgsql as $$ begin
        update graphile_worker._private_jobs set locked_at = now(); return null; end $$`.execute(
        db,
      );
      await sql`create trigger begin_job after ${sql.raw(change)} on organizations
        execute function begin_job()`.execute(db);
    });
    await expect(move(world, isLate), change)
      .rejects.toThrow(/prune-webhook-deliveries .*: nothing has moved: run the move again once/)
      .finally(() => Reflect.deleteProperty(performance, "now"));
    expect(await source.dump(), change).toEqual(before);
    expect(await target.count("organizations"), change).toBe(0);
    await side.run(async (db) => {
      await sql`drop function begin_job cascade`.execute(db);
      await sql`delete from graphile_worker._private_jobs`.execute(db);
    });
  }
  const killed = move(world, (phase) => {
    if (phase === "plan") throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  await target.run((db) => addJob(db, true));
  await expect(move(world, isLate))
    .rejects.toThrow("or end the move with --cancel")
    .finally(() => Reflect.deleteProperty(performance, "now"));
});
