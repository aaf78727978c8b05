import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { loadPoints } from "#lib/services/metric-entries/read.ts";
import { pullMetrics } from "#lib/services/metric-imports/pull-metrics.ts";
import { createMetric, updateMetric } from "#lib/services/metrics/metrics.ts";
import { CreateMetric, UpdateMetric } from "#lib/services/metrics/schema.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { unixNow } from "#tests/support/data/metrics.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import {
  datadog,
  json,
  newrelic,
  pingdom,
  pulling,
  test,
} from "#tests/support/data/pulled-metrics.ts";
import { checker, everySoOften } from "#tests/support/db/check-results.ts";
import { expect } from "#tests/support/test.ts";

/** What New Relic answers for a bucket that begins then. */
function bucket(beginTimeSeconds: number): object {
  const row = { beginTimeSeconds, endTimeSeconds: beginTimeSeconds + 1, average: 3 };
  return { data: { actor: { account: { nrql: { results: [row] } } } } };
}

test("a refused key is said on integration and metric, ends the round of that integration alone, and is forgotten once it works", async ({
  database,
  provider,
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
  provider,
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
  provider,
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
  provider: _,
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
        await loadPoints(database, grant, id, { from: start, to: unixNow() + 1, resolution: "raw" })
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

test("what is fetched of a metric's old series does not become its new one's", async ({
  database,
  provider,
}) => {
  const one = await pulling(database, newrelic);
  const move = () =>
    updateMetric(one.ctx, one.target, parseInput(UpdateMetric, { remote_id: "8" }));
  const begin = unixNow() - 600;
  provider.answer = (response) => void move().then(() => json(bucket(begin))(response));
  await pullMetrics();
  expect(await one.entries()).toEqual([]);
});

test("buckets that begin between seconds are kept; times that cannot be are told", async ({
  database,
  provider,
}) => {
  const one = await pulling(database, newrelic);
  provider.answer = json(bucket(unixNow() - 600 + 0.25));
  await pullMetrics();
  expect(await one.entries()).toHaveLength(1);
  expect(await one.pull()).toMatchObject({ last_error: null });
  const other = await pulling(database, newrelic);
  provider.answer = json(bucket(-1e300));
  await pullMetrics();
  expect(await other.entries()).toEqual([]);
  expect(await other.pull()).toMatchObject({ last_error: "odd answer" });
});
