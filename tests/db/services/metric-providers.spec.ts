import { shiftClock } from "#lib/platform/clock.ts";
import { pullMetrics } from "#lib/services/metric-imports/pull-metrics.ts";
import { listSeriesOf } from "#lib/services/metric-imports/read.ts";
import { unixNow } from "#tests/support/data/metrics.ts";
import {
  datadog,
  HOUR,
  json,
  newrelic,
  pingdom,
  pulling,
  test,
} from "#tests/support/data/pulled-metrics.ts";
import { expect } from "#tests/support/test.ts";

test("Datadog: milliseconds become seconds, nulls and the bucket that is not over are left out, and nothing comes twice", async ({
  database,
  provider,
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
  provider,
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
  provider,
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

test("series are listed where the provider lists them, and why not where it refuses", async ({
  database,
  provider,
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
