import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Engine } from "#lib/monitoring/checks/engine.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import {
  believed,
  mintChecked,
  mintWatched,
  resultsOf,
} from "#tests/support/data/checked-services.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { Target } from "#tests/support/http/targets.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

const INTERVAL_S = 2;

let status = 200;
let target: Target;
let gone: Target;
let stop: AbortController;
let running: Promise<void>;

function settings(given: Record<string, string>): void {
  Object.assign(process.env, given);
  provideEnv({});
}

test.beforeAll(async () => {
  target = await Target.http((_, response) => response.writeHead(status).end());
  gone = await Target.tcp(true);
});
test.beforeEach(async ({ database }) => {
  status = 200;
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
  settings({ CHECK_INTERVAL_S: String(INTERVAL_S), EGRESS_CHECK_TARGETS: "" });
  stop = new AbortController();
  running = new Engine().run(stop.signal);
});
test.afterEach(async ({ database }) => {
  stop.abort();
  await running;
  settings({ CHECK_INTERVAL_S: "", EGRESS_CHECK_TARGETS: "" });
  allowPrivateTargets(false);
  await database.updateTable("services").set({ monitoring: null }).execute();
});
test.afterAll(async () => {
  await target.close();
  await gone.close();
});

test("a service that fails is down from its first failure, and up again with its first success", async ({
  database,
}) => {
  const { first } = await mintWatched(database, [target.url]);
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true });
  status = 503;
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: false });
  const { since, reason } = await believed(database, first);
  const failed = (await resultsOf(database, first)).filter(({ outcome }) => outcome === "down");
  expect(reason).toBe("status");
  expect(failed.length).toBeGreaterThanOrEqual(2);
  expect(Date.parse(`${since}Z`)).toBe(Math.floor((failed[0]?.at_ms ?? 0) / 1_000) * 1_000);
  const [one, two] = failed.map(({ at_ms }) => at_ms);
  expect((two ?? 0) - (one ?? 0)).toBeLessThan(0.9 * INTERVAL_S * 1_000);
  status = 200;
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true });
});

test("checks come once in each minute, spread over it, whatever the others do", async ({
  database,
}) => {
  const hanging = await Target.tcp();
  const addresses = Array.from({ length: 40 }, () => hanging.url.replace("tcp:", "http:"));
  await mintWatched(database, addresses);
  const { ids } = await mintWatched(database, [target.url, target.url, target.url]);
  const placeOf = (id: number) => ((id * 37_087) % 60_000) / (60 / INTERVAL_S);
  /** The distances of the last checks, in minutes: a machine without time for them leaves some out. */
  const distances = async (id: number) => {
    const times = (await resultsOf(database, id)).slice(-4).map(({ at_ms }) => at_ms);
    const minutes = times.map((at) => Math.floor((at - placeOf(id)) / (INTERVAL_S * 1_000)));
    return minutes.slice(1).map((minute, index) => minute - (minutes[index] ?? 0));
  };
  for (const id of ids) await expect.poll(() => distances(id)).toEqual([1, 1, 1]);
  expect(new Set(ids.map((id) => Math.round(placeOf(id)))).size).toBe(3);
  await hanging.close();
});

test("a change is checked at once; of what is no longer monitored nothing is known", async ({
  database,
}) => {
  const { first } = await mintWatched(database, ["tcp://127.0.0.1:1"]);
  await expect.poll(() => believed(database, first)).toMatchObject({ reason: "refused" });
  const change = (values: object) =>
    database.updateTable("services").set(values).where("id", "=", first).execute();
  await change({ ping_url: target.url });
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true });
  await change({ monitoring: "webhook" });
  const known = await database
    .selectFrom("service_monitors")
    .select(["due_at", "is_up", "source"])
    .where("service_id", "=", first)
    .executeTakeFirstOrThrow();
  expect(known).toEqual({ due_at: null, is_up: null, source: null });
});

test("while nothing of the operator's addresses can be reached, failures are no data", async ({
  database,
}) => {
  settings({ EGRESS_CHECK_TARGETS: gone.url.replace(/\d+$/, "1") });
  const { first } = await mintWatched(database, [gone.url.replace("tcp:", "http:")]);
  await expect
    .poll(async () => (await resultsOf(database, first)).map(({ reason }) => reason))
    .toContain("our_network");
  expect(await believed(database, first)).toMatchObject({ is_up: null, doubts: 0 });
  settings({ EGRESS_CHECK_TARGETS: target.url });
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: false });
});

test("most services failing for whatever reason has our own network looked at", async ({
  database,
}) => {
  status = 502;
  settings({ EGRESS_CHECK_TARGETS: gone.url.replace(/\d+$/, "1") });
  const { ids, page } = await mintWatched(database, Array(6).fill(target.url));
  const reasons = async () =>
    (await Promise.all(ids.map((id) => resultsOf(database, id)))).flat().map((one) => one.reason);
  await expect.poll(reasons).toContain("our_network");
  expect(page.id).toBeGreaterThan(0);
});

test("what other workers found counts for most services of an installation, too", async ({
  database,
}) => {
  const id = randomUUID();
  const told = { id, ran_at: sql<string>`now() + interval '1 minute'`, checked: 2, failed: 2 };
  await database.insertInto("check_runners").values(told).execute();
  status = 502;
  settings({ EGRESS_CHECK_TARGETS: gone.url.replace(/\d+$/, "1") });
  const { ids } = await mintWatched(database, [target.url, target.url]);
  const reasons = async () =>
    (await Promise.all(ids.map((one) => resultsOf(database, one)))).flat().map((one) => one.reason);
  await expect.poll(reasons).toContain("our_network");
  await database.deleteFrom("check_runners").where("id", "=", id).execute();
});

test("a service is not checked during its maintenance if it says so", async ({ database }) => {
  const pausing = { pause_monitoring_during_maintenances: true };
  const { page, first } = await mintWatched(database, [target.url], pausing);
  const other = await mintChecked(database, page.id, target.url);
  await expect.poll(async () => (await resultsOf(database, first)).length).toBeGreaterThan(0);
  await mintIncident(database, page.id, {
    severity: "scheduled",
    starts_at: "2026-01-01T00:00:00",
    ends_at: null,
    service_ids: [first, other],
  });
  const others = async () => (await resultsOf(database, other)).length;
  // What was under way when the maintenance began has ended by then.
  const begun = await others();
  await expect.poll(others).toBeGreaterThanOrEqual(begun + 1);
  const before = (await resultsOf(database, first)).length;
  await expect.poll(others).toBeGreaterThanOrEqual(begun + 3);
  expect(await resultsOf(database, first)).toHaveLength(before);
});
