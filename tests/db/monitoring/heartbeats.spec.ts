import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { receiveHeartbeat } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { noteSilence } from "#lib/monitoring/heartbeats/note-silence.ts";
import { recordAvailability } from "#lib/monitoring/heartbeats/queries.ts";
import type { Signal } from "#lib/monitoring/heartbeats/signal.ts";
import { listReports, receiveReport } from "#lib/monitoring/reports/receive-report.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { getService } from "#lib/services/read.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => shiftClock(0));

/** A wire time, or the second before or after it: the clock goes on while a test does something. */
const about = (time: string) =>
  expect.stringMatching(new RegExp(`^(${[-1, 0, 1].map((s) => later(time, s)).join("|")})$`));

let passed_s = 0;

/** Moves the clock on; meanwhile the application takes heartbeats, or is down. */
async function pass(db: Db, seconds: number, app: "up" | "down" = "up"): Promise<void> {
  const end = passed_s + seconds;
  for (; app === "up" && passed_s < end; passed_s += Math.min(10, end - passed_s)) {
    shiftClock(passed_s * 1_000);
    await recordAvailability(db, wireNow(), later(wireNow(), -45));
  }
  passed_s = end;
  shiftClock(passed_s * 1_000);
  if (app === "up") await recordAvailability(db, wireNow(), later(wireNow(), -45));
}

async function mintBeating(db: Db, heartbeat = { period_s: 60, grace_s: 30 }) {
  await installJobs();
  passed_s = 0;
  await db.deleteFrom("service_monitors").execute();
  await db.deleteFrom("beat_taking").execute();
  const { page } = await mintOrganization(db);
  const service_id = await mintService(db, page.id);
  const target = { subdomain: page.subdomain, service_id };
  const ctx = systemContext(db, "test");
  const { inbound_email_id } = await updateService(
    ctx,
    target,
    UpdateService.parse({ monitoring: "webhook", heartbeat }),
  );
  return {
    target,
    beat: (means: Signal["means"] = "up", detail: string | null = null) =>
      receiveHeartbeat(
        ctx,
        { subdomain: page.subdomain, service_id: inbound_email_id },
        { means, detail, content: "log" },
      ),
    monitor: () =>
      db
        .selectFrom("service_monitors")
        .select(["is_up", "since", "source", "reason", "beat_due_at"])
        .where("service_id", "=", service_id)
        .executeTakeFirst(),
  };
}

test("a beat or a report that changed something is in the very next read of the service", async ({
  database,
}) => {
  const { target, beat } = await mintBeating(database);
  const ctx = systemContext(database, "test");
  const isUp = async () => (await getService(ctx, target)).is_up;
  expect([await isUp(), (await beat()).changed, await isUp()]).toEqual([null, true, true]);
  const { inbound_email_id } = await updateService(
    ctx,
    target,
    UpdateService.parse({ heartbeat: null, webhook_monitoring_service: "uptime-robot" }),
  );
  const inbox = {
    subdomain: target.subdomain,
    service_id: inbound_email_id,
    webhook_monitoring_service: "uptime-robot" as const,
  };
  for (const [alertType, isThenUp] of [
    [1, false],
    [2, true],
  ]) {
    const call = { url: `http://x/?alertType=${alertType}`, body: undefined };
    expect(await receiveReport(ctx, inbox, call)).toMatchObject({ changed: true });
    expect(await isUp()).toBe(isThenUp);
  }
});

test("silence for period and grace is down since the beat was due; the next beat is up", async ({
  database,
}) => {
  const { beat, monitor } = await mintBeating(database);
  expect(await monitor()).toBeUndefined();
  const { due_at } = await beat();
  const began = wireNow();
  expect(due_at).toEqual(about(later(began, 90)));
  await pass(database, 85);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
  await pass(database, 10);
  await noteSilence();
  expect(await monitor()).toMatchObject({
    is_up: false,
    since: about(later(began, 60)),
    source: "heartbeat",
    reason: "silent",
    beat_due_at: null,
  });
  await pass(database, 60);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: false, since: about(later(began, 60)) });
  expect(await beat()).toMatchObject({ understood: "up", changed: true });
  expect(await monitor()).toMatchObject({ is_up: true, since: about(wireNow()) });
});

test("what no worker looked at for an hour is as if one had; beats that came count", async ({
  database,
}) => {
  const { beat, monitor } = await mintBeating(database);
  await beat();
  await pass(database, 3_500);
  await beat();
  await pass(database, 30);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
});

test("beats that nobody could take are not missed: their time begins anew", async ({
  database,
}) => {
  const { beat, monitor } = await mintBeating(database);
  await beat();
  await pass(database, 30);
  await pass(database, 600, "down");
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
  await pass(database, 1);
  const back = wireNow();
  await pass(database, 80);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
  await pass(database, 20);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: false, since: about(later(back, 59)) });
});

test("who no longer has a heartbeat, or a longer one, is not held to the old one", async ({
  database,
}) => {
  const { beat, monitor, target } = await mintBeating(database);
  await beat();
  const ctx = systemContext(database, "test");
  const longer = { period_s: 600, grace_s: 0 };
  await updateService(ctx, target, UpdateService.parse({ heartbeat: longer }));
  await pass(database, 120);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true, beat_due_at: expect.any(String) });
  await updateService(ctx, target, UpdateService.parse({ heartbeat: null }));
  await pass(database, 600);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: null, beat_due_at: null });
});

test("the next look is ordered for when a beat is due, and two at once note one silence", async ({
  database,
}) => {
  const { beat, monitor } = await mintBeating(database, { period_s: 20, grace_s: 0 });
  const { due_at } = await beat();
  await noteSilence();
  const { rows } = await sql<{ run_at: string }>`
    select run_at from graphile_worker.jobs where key = 'note-silence'`.execute(database);
  expect(rows).toEqual([{ run_at: due_at }]);
  await pass(database, 25);
  await Promise.all([noteSilence(), noteSilence()]);
  expect(await monitor()).toMatchObject({ is_up: false });
});

test("a shorter period holds at once, for the beat that came last", async ({ database }) => {
  const { beat, monitor, target } = await mintBeating(database, { period_s: 3_600, grace_s: 0 });
  await beat();
  const began = wireNow();
  await pass(database, 30);
  const shorter = { period_s: 60, grace_s: 0 };
  const ctx = systemContext(database, "test");
  await updateService(ctx, target, UpdateService.parse({ heartbeat: shorter }));
  expect(await monitor()).toMatchObject({ beat_due_at: about(later(began, 60)) });
  await pass(database, 35);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: false, since: about(later(began, 60)) });
  await beat();
  await updateService(ctx, target, UpdateService.parse({ heartbeat: { ...shorter, grace_s: 30 } }));
  await pass(database, 80);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
});

test("a job that says it failed is down at once, and its log is kept; a log alone says nothing", async ({
  database,
}) => {
  const { beat, monitor, target } = await mintBeating(database);
  const due_at = about(later(wireNow(), 90));
  expect(await beat("down", "3")).toEqual({ understood: "down", changed: true, due_at });
  expect(await monitor()).toMatchObject({ is_up: false, source: "heartbeat", reason: "reported" });
  expect(await beat("log")).toEqual({ understood: null, changed: false, due_at: null });
  expect(await monitor()).toMatchObject({ is_up: false });
  expect(await beat()).toMatchObject({ understood: "up", changed: true });
  const reports = await listReports(systemContext(database, "test"), target);
  expect(reports.map(({ understood, reason, detail }) => [understood, reason, detail])).toEqual([
    [null, "neither_state", null],
    ["down", null, "3"],
  ]);
  expect(reports[1]?.content).toBe("log");
});

test("a job that starts has to end within the grace period, or a minute; then its period counts", async ({
  database,
}) => {
  const { beat, monitor } = await mintBeating(database, { period_s: 600, grace_s: 0 });
  const began = wireNow();
  expect(await beat("start")).toEqual({
    ...{ understood: null, changed: false, due_at: about(later(began, 60)) },
  });
  expect(await monitor()).toMatchObject({ is_up: null });
  await pass(database, 30);
  await beat();
  await pass(database, 300);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
  const started = wireNow();
  await beat("start");
  await pass(database, 50);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: true });
  await pass(database, 15);
  await noteSilence();
  expect(await monitor()).toMatchObject({ is_up: false, since: about(started) });
  await beat();
  expect(await monitor()).toMatchObject({ is_up: true });
});
