import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { AggregatorRegistry } from "prom-client";
import { provideEnv } from "#lib/platform/config/env.ts";
import { Counter, Histogram, type Metric, readMetrics } from "#lib/platform/metrics.ts";
import { Scrapes } from "#lib/server/metrics/scrapes.ts";
import { serveMetrics } from "#lib/server/metrics/serve.ts";
import { closeHttpServer, listen } from "#lib/server/supervisor/http.ts";
import { product } from "#tests/support/code/product.ts";

const read = (path: string) =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), "utf8");

test("metrics of several processes are summed, by their labels", async () => {
  const counter = new Counter("test_total", "A test", ["kind", "outcome"]);
  const times = new Histogram("test_seconds", "A test", [0.1, 1]);
  counter.add("page", "2xx");
  counter.add("page", '5"x\n');
  for (const seconds of [0.05, 0.1, 0.5, 7]) times.observe(seconds);
  const metrics = readMetrics().filter(({ name }) => name.startsWith("test_"));
  const text = await AggregatorRegistry.aggregate([metrics, metrics]).metrics();
  expect(text.split("\n").filter((line) => line.startsWith("test_"))).toEqual([
    'test_total{kind="page",outcome="2xx"} 2',
    'test_total{kind="page",outcome="5\\"x"} 2',
    'test_seconds_bucket{le="0.1"} 4',
    'test_seconds_bucket{le="1"} 6',
    'test_seconds_bucket{le="+Inf"} 8',
    "test_seconds_sum 15.3",
    "test_seconds_count 8",
  ]);
});

test("a process that does not answer keeps no scrape from what the others say", async () => {
  const scrapes = new Scrapes();
  const silent = { isReady: true, send: () => {} };
  const starting = { isReady: false, send: () => expect(true, "it is not asked").toBe(false) };
  const answering = {
    isReady: true,
    send: (message: { kind: string; id?: string }) => scrapes.answered(message.id ?? "", [METRIC]),
  };
  expect(await scrapes.collect([silent, starting, answering])).toEqual([[METRIC], []]);
});

const METRIC: Metric = {
  name: "test_gauge",
  help: "A test",
  type: "gauge",
  aggregator: "sum",
  values: [{ value: 1, labels: {} }],
};

test("a process that ends or falls silent takes its counts from no sum, and its gauges from each", async () => {
  const scrapes = new Scrapes();
  const counted = (value: number): Metric[] => [
    { ...METRIC, name: "test_total", type: "counter", values: [{ value, labels: { kind: "a" } }] },
    METRIC,
  ];
  const process = (told: { counts: number | null }) => ({
    isReady: true,
    send: ({ id = "" }: { kind: string; id?: string }) => {
      if (told.counts !== null) scrapes.answered(id, counted(told.counts));
    },
  });
  const [first, second] = [{ counts: 5 as number | null }, { counts: 7 as number | null }];
  const members = [process(first), process(second)];
  const sums = async () => {
    const text = await AggregatorRegistry.aggregate(await scrapes.collect(members)).metrics();
    return text.split("\n").filter((line) => line.startsWith("test_"));
  };
  expect(await sums()).toEqual(['test_total{kind="a"} 12', "test_gauge 2"]);
  for (const grown of [13, 14]) {
    scrapes.ended(members[0] as (typeof members)[0]);
    first.counts = 1;
    expect(await sums()).toEqual([`test_total{kind="a"} ${grown}`, "test_gauge 2"]);
  }
  second.counts = null;
  expect(await sums()).toEqual(['test_total{kind="a"} 14', "test_gauge 1"]);
});

test("a port for metrics that is taken stops no process", async () => {
  const other = createServer();
  await listen(other, { host: "127.0.0.1", port: 0 });
  const { port } = other.address() as AddressInfo;
  process.env.METRICS_PORT = String(port);
  provideEnv({});
  const stop = await serveMetrics();
  await stop();
  delete process.env.METRICS_PORT;
  provideEnv({});
  await closeHttpServer(other);
});

test("dashboard and rules ask only for metrics that there are", () => {
  const source = product.map(({ text }) => text).join("\n");
  const known = new Set([...source.matchAll(/"(allclear_[a-z_]+)"/g)].map(([, name]) => name));
  const asked = [read("grafana/dashboard.json"), read("prometheus/rules.yml")].flatMap((text) =>
    [...text.matchAll(/\ballclear_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ""),
    ),
  );
  expect(asked.length).toBeGreaterThan(15);
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
});

test("promtool takes the rules", () => {
  test.skip(spawnSync("promtool", ["--version"]).status !== 0, "promtool is not installed");
  const path = new URL("../../../deploy/prometheus/rules.yml", import.meta.url).pathname;
  const { status, stderr } = spawnSync("promtool", ["check", "rules", path], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
