import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { shiftClock } from "#lib/clock.ts";
import { systemContext } from "#lib/context.ts";
import { provideEnv } from "#lib/env.ts";
import { createIntegration } from "#lib/integrations/create.ts";
import { CreateIntegration } from "#lib/integrations/schema.ts";
import { createMetric } from "#lib/metrics/create.ts";
import { readPoints } from "#lib/metrics/entries/read.ts";
import { pullMetrics } from "#lib/metrics/pulls/pull-metrics.ts";
import { readPull } from "#lib/metrics/pulls/read.ts";
import { listSeriesOf } from "#lib/metrics/pulls/series.ts";
import { CreateMetric, UpdateMetric } from "#lib/metrics/schema.ts";
import { updateMetric } from "#lib/metrics/update.ts";
import { parseInput } from "#lib/validation.ts";
import { checker, everySoOften } from "#tests/support/check-results.ts";
import { allowPrivateTargets } from "#tests/support/env.ts";
import { systemGrant } from "#tests/support/incidents.ts";
import { unixNow } from "#tests/support/metrics.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { Receiver } from "#tests/support/receiver.ts";
import { expect, test } from "#tests/support/test.ts";

const HOSTS = ["api.datadoghq.eu", "api.pingdom.com", "api.eu.newrelic.com"];
const HOUR = 3_600;

let provider: Receiver;
test.beforeEach(async () => {
  provider = await Receiver.open();
  const base = `http://127.0.0.1:${provider.port}`;
  process.env.PROVIDER_URLS = HOSTS.map((host) => `${host}=${base}`).join(",");
  allowPrivateTargets(true);
});
test.afterEach(async ({ database }) => {
  shiftClock(0);
  await database.updateTable("metrics").set({ enabled: false }).execute();
  process.env.PROVIDER_URLS = "";
  allowPrivateTargets(false);
  provideEnv({});
  await provider.close();
});

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));
};

async function pulling(db: Db, integration: object, metric: object = {}) {
  const { page } = await mintOrganization(db);
  const ctx = systemContext(db, "test");
  const settings = {
    enabled: true,
    ...("settings" in integration ? (integration.settings as object) : {}),
  };
  const input = parseInput(CreateIntegration, { ...integration, settings });
  const { id } = await createIntegration(ctx, page, input);
  const asked = { title: "Load", unit: "ms", type: "rt", enabled: true, remote_id: "7", ...metric };
  const made = await createMetric(
    ctx,
    page,
    parseInput(CreateMetric, { ...asked, integration_id: id }),
  );
  const grant = await systemGrant(db, page.subdomain);
  const target = { ...page, metric_id: made.id };
  const entries = async () => {
    const span = { from: unixNow() - 20 * HOUR, to: unixNow() + HOUR, resolution: "raw" as const };
    const { entries } = await readPoints(db, grant, made.id, span);
    return entries.map(({ time, value }) => [time, value]);
  };
  const health = async () =>
    (
      await db
        .selectFrom("integrations")
        .select("last_error")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).last_error;
  return { ctx, page, target, entries, health, integration: id, pull: () => readPull(ctx, target) };
}

const datadog = { name: "datadog", key: "api-key", password: "app-key", region: "datadoghq.eu" };
const pingdom = { name: "pingdom", key: "token" };
const newrelic = { name: "newrelic", key: "NRAK-1", user: "123", region: "eu" };

test("Datadog: milliseconds become seconds, nulls and the bucket that is not over are left out, and nothing comes twice", async ({
  database,
}) => {
  const one = await pulling(database, datadog, { remote_id: "avg:load{*}" });
  const start = Math.floor(unixNow() / 300) * 300;
  const points = [-900, -600, -300, 0].map((ago, n) => [
    (start + ago) * 1_000,
    n === 1 ? null : n * 1.5,
  ]);
  provider.answer = json({ status: "ok", series: [{ interval: 300, pointlist: points }] });
  await pullMetrics();
  const [asked] = provider.received;
  expect(asked?.headers).toMatchObject({
    "dd-api-key": "api-key",
    "dd-application-key": "app-key",
  });
  expect(asked?.path).toMatch(/^\/api\/v1\/query\?from=\d+&to=\d+&query=avg%3Aload/);
  const expected = [
    [start - 900, 0],
    [start - 300, 3],
  ];
  expect(await one.entries()).toEqual(expected);
  await pullMetrics();
  expect(provider.received).toHaveLength(1);
  shiftClock(301_000);
  await pullMetrics();
  expect(provider.received).toHaveLength(2);
  expect((await one.entries()).slice(0, 2)).toEqual(expected);
});

test("Pingdom: time that was not monitored counts for neither, as uptime and as response time", async ({
  database,
}) => {
  const hour = Math.floor(unixNow() / HOUR) * HOUR;
  const of = (ago: number, values: object) => ({ starttime: hour - ago * HOUR, ...values });
  const hours = [
    of(3, { avgresponse: 120, uptime: 1_800, downtime: 600, unmonitored: 1_200 }),
    of(2, { avgresponse: 0, uptime: 0, downtime: 0, unmonitored: 3_600 }),
    of(1, { avgresponse: 90, uptime: 3_600, downtime: 0, unmonitored: 0 }),
    of(0, { avgresponse: 80, uptime: 60, downtime: 0, unmonitored: 0 }),
  ];
  provider.answer = json({ summary: { hours } });
  const up = await pulling(database, pingdom, { type: "up", unit: "%" });
  const rt = await pulling(database, pingdom);
  await pullMetrics();
  expect(await up.entries()).toEqual([
    [hour - 3 * HOUR, 75],
    [hour - HOUR, 100],
  ]);
  expect(await rt.entries()).toEqual([
    [hour - 3 * HOUR, 120],
    [hour - HOUR, 90],
  ]);
  expect(provider.received[0]?.headers.authorization).toBe("Bearer token");
});

test("New Relic: values under their function's name are read, errors with status 200 are errors, an account of another region is said to be none", async ({
  database,
}) => {
  const begin = Math.floor(unixNow() / 300) * 300 - 600;
  const row = (offset: number, value: object) => ({
    beginTimeSeconds: begin + offset,
    endTimeSeconds: begin + offset + 300,
    ...value,
  });
  const results = [
    row(0, { "average.duration": 0.25 }),
    row(300, { "percentile.duration": { 95: 1.5 } }),
    row(600, { "average.duration": 9 }),
    row(-300, { "average.duration": null }),
  ];
  const one = await pulling(database, newrelic, {
    remote_id: "SELECT average(duration) FROM Transaction",
  });
  provider.answer = json({ data: { actor: { account: { nrql: { results } } } } });
  await pullMetrics();
  expect(await one.entries()).toEqual([
    [begin, 0.25],
    [begin + 300, 1.5],
  ]);
  const [asked] = provider.received;
  expect(asked?.headers["api-key"]).toBe("NRAK-1");
  expect(JSON.parse(asked?.body ?? "")).toMatchObject({
    variables: { id: 123, q: expect.stringMatching(/TIMESERIES 5 minutes SINCE \d+ UNTIL \d+$/) },
  });
  shiftClock(400_000);
  provider.answer = json({ data: null, errors: [{ message: "NRQL Syntax Error" }] });
  await pullMetrics();
  expect(await one.health()).toBe("query refused (NRQL Syntax Error)");
  shiftClock(1_000_000);
  provider.answer = json({ data: { actor: { account: null } } });
  await pullMetrics();
  expect(await one.pull()).toMatchObject({ last_error: "no such account in this region" });
});

test("a refused key is said on integration and metric, ends the round of that integration alone, and is forgotten once it works", async ({
  database,
}) => {
  const one = await pulling(database, datadog);
  const more = parseInput(CreateMetric, {
    title: "Other",
    unit: "ms",
    type: "rt",
    enabled: true,
    remote_id: "8",
    integration_id: one.integration,
  });
  await createMetric(one.ctx, one.page, more);
  const other = await pulling(database, pingdom);
  provider.answer = (response) =>
    response.req.url?.startsWith("/api/v1")
      ? json({ errors: ["Forbidden"] }, 403)(response)
      : json({ summary: { hours: [] } })(response);
  await pullMetrics();
  const calls = provider.received.map(({ path }) => path.split("?")[0]);
  expect(calls.sort()).toEqual(["/api/3.1/summary.performance/7", "/api/v1/query"]);
  expect([await one.health(), await other.health()]).toEqual(["status 403", null]);
  expect(await one.pull()).toMatchObject({ last_error: "status 403", failures: 1 });
  provider.answer = json({ status: "ok", series: [] });
  shiftClock(3_600_000);
  await pullMetrics();
  expect([await one.health(), (await one.pull())?.last_error]).toEqual([null, null]);
});

test("Retry-After is kept to, and who is overloaded is asked ever more rarely", async ({
  database,
}) => {
  const one = await pulling(database, pingdom);
  provider.answer = json("", 429, { "retry-after": "1000" });
  await pullMetrics();
  shiftClock(900_000);
  await pullMetrics();
  expect(provider.received).toHaveLength(1);
  shiftClock(1_001_000);
  provider.answer = json("<html>", 503);
  await pullMetrics();
  expect(await one.pull()).toMatchObject({ failures: 2, last_error: "status 503" });
  shiftClock(1_001_000 + 200_000);
  await pullMetrics();
  expect(provider.received).toHaveLength(2);
  shiftClock(1_001_000 + 245_000);
  provider.answer = json("no JSON");
  await pullMetrics();
  expect(await one.pull()).toMatchObject({ failures: 3, last_error: "odd answer" });
});

test("two workers at once ask for a series once, and what is switched off is not asked for", async ({
  database,
}) => {
  const one = await pulling(database, pingdom);
  await pulling(database, { ...pingdom, settings: { enabled: false } });
  provider.answer = json({ summary: { hours: [] } });
  await Promise.all([pullMetrics(), pullMetrics(), pullMetrics()]);
  expect(provider.received).toHaveLength(1);
  await updateMetric(one.ctx, one.target, parseInput(UpdateMetric, { enabled: false }));
  shiftClock(7_200_000);
  await pullMetrics();
  expect(provider.received).toHaveLength(1);
});

test("a metric is fed by the checks of its service, each result once, what is unknown never", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const service = await mintService(database, page.id);
  const write = checker(database, page.id, service);
  const start = unixNow() - 600;
  const outcomes = ["up", "down", "none", "up"] as const;
  await write(
    everySoOften([start, start + 240], 60, (time) => ({
      outcome: outcomes[(time - start) / 60] ?? "up",
      response_ms: time - start + 10,
    })),
  );
  const grant = await systemGrant(database, page.subdomain);
  const mint = async (type: string) => {
    const asked = { title: type, unit: "ms", type, enabled: true, service_id: service };
    const { id } = await createMetric(ctx, page, parseInput(CreateMetric, asked));
    return async () =>
      (
        await readPoints(database, grant, id, { from: start, to: unixNow() + 1, resolution: "raw" })
      ).entries.map(({ value }) => value);
  };
  const [up, rt] = [await mint("up"), await mint("rt")];
  await pullMetrics();
  await write([
    { checked_at: new Date((start + 300) * 1_000).toISOString(), outcome: "up", response_ms: 77 },
  ]);
  shiftClock(61_000);
  await pullMetrics();
  expect([await up(), await rt()]).toEqual([
    [100, 0, 100, 100],
    [10, 190, 77],
  ]);
  const foreign = await mintService(database, (await mintOrganization(database)).page.id);
  const asked = parseInput(CreateMetric, {
    title: "x",
    unit: "ms",
    type: "rt",
    service_id: foreign,
  });
  await expect(createMetric(ctx, page, asked)).rejects.toMatchObject({ code: "invalid" });
});

test("series are listed where the provider lists them, and why not where it refuses", async ({
  database,
}) => {
  const one = await pulling(database, pingdom);
  provider.answer = json({ checks: [{ id: 7, name: "Website" }] });
  const target = { ...one.page, integration_id: one.integration };
  expect(await listSeriesOf(one.ctx, target)).toEqual({
    series: [{ id: "7", name: "Website" }],
    reason: null,
  });
  provider.answer = json({}, 401);
  expect(await listSeriesOf(one.ctx, target)).toEqual({ series: [], reason: "status 401" });
});
