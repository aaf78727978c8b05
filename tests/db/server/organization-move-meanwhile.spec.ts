import { sql } from "kysely";
import { systemContext } from "#lib/core/request/context.ts";
import { keepReports } from "#lib/notifications/provider-reports/callbacks.ts";
import { deleteDeliveriesBefore } from "#lib/notifications/webhook-deliveries/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs, withSecret } from "#lib/platform/crypto/seal.ts";
import { unsubscribe } from "#lib/subscribers/sign-up/unsubscribe.ts";
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

test("a job that prunes, begun before at either installation, ends before anything is copied", async ({
  world,
}) => {
  const { source, target } = world;
  await source.run((db) =>
    sql`update webhook_deliveries set inserted_at = now() - interval '31 days'`.execute(db),
  );
  for (const side of [source, target])
    await side.run(async (db) => {
      await sql`select graphile_worker.add_job('prune-webhook-deliveries')`.execute(db);
      await sql`update graphile_worker._private_jobs set locked_at = now()`.execute(db);
    });
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
