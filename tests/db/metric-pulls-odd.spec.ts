import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/context.ts";
import { provideEnv } from "#lib/env.ts";
import { createIntegration } from "#lib/integrations/create.ts";
import { CreateIntegration } from "#lib/integrations/schema.ts";
import { createMetric } from "#lib/metrics/create.ts";
import { pullMetrics } from "#lib/metrics/pulls/pull-metrics.ts";
import { readPull } from "#lib/metrics/pulls/read.ts";
import { CreateMetric, UpdateMetric } from "#lib/metrics/schema.ts";
import { updateMetric } from "#lib/metrics/update.ts";
import { parseInput } from "#lib/validation.ts";
import { allowPrivateTargets } from "#tests/support/env.ts";
import { unixNow } from "#tests/support/metrics.ts";
import { mintOrganization } from "#tests/support/mint.ts";
import { Receiver } from "#tests/support/receiver.ts";
import { expect, test } from "#tests/support/test.ts";

let provider: Receiver;
test.beforeEach(async () => {
  provider = await Receiver.open();
  process.env.PROVIDER_URLS = `api.eu.newrelic.com=http://127.0.0.1:${provider.port}`;
  allowPrivateTargets(true);
});
test.afterEach(async ({ database }) => {
  await database.updateTable("metrics").set({ enabled: false }).execute();
  process.env.PROVIDER_URLS = "";
  allowPrivateTargets(false);
  provideEnv({});
  await provider.close();
});

async function mintPulled(database: Db) {
  const { page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const newrelic = { name: "newrelic", key: "NRAK-1", user: "123", region: "eu" };
  const settings = { enabled: true };
  const input = parseInput(CreateIntegration, { ...newrelic, settings });
  const { id: integration_id } = await createIntegration(ctx, page, input);
  const asked = { title: "Load", unit: "ms", type: "rt", enabled: true, remote_id: "7" };
  const metric = parseInput(CreateMetric, { ...asked, integration_id });
  const { id } = await createMetric(ctx, page, metric);
  const target = { ...page, metric_id: id };
  return {
    move: () => updateMetric(ctx, target, parseInput(UpdateMetric, { remote_id: "8" })),
    pull: () => readPull(ctx, target),
    times: async () => {
      const rows = database.selectFrom("metric_entries").select("time").where("metric_id", "=", id);
      return (await rows.execute()).length;
    },
  };
}

function answer(response: ServerResponse, beginTimeSeconds: number): void {
  const row = { beginTimeSeconds, endTimeSeconds: beginTimeSeconds + 1, average: 3 };
  const data = { actor: { account: { nrql: { results: [row] } } } };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
}

test("what is fetched of a metric's old series does not become its new one's", async ({
  database,
}) => {
  const { move, times } = await mintPulled(database);
  const begin = unixNow() - 600;
  provider.answer = (response) => void move().then(() => answer(response, begin));
  await pullMetrics();
  expect(await times()).toBe(0);
});

test("buckets that begin between seconds are kept; times that cannot be are told", async ({
  database,
}) => {
  const one = await mintPulled(database);
  provider.answer = (response) => answer(response, unixNow() - 600 + 0.25);
  await pullMetrics();
  expect([await one.times(), (await one.pull())?.last_error]).toEqual([1, null]);
  const other = await mintPulled(database);
  provider.answer = (response) => answer(response, -1e300);
  await pullMetrics();
  expect([await other.times(), (await other.pull())?.last_error]).toEqual([0, "odd answer"]);
});
