import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { loadPoints } from "#lib/services/metric-entries/read.ts";
import { findPullState } from "#lib/services/metric-imports/read.ts";
import { createMetric } from "#lib/services/metrics/metrics.ts";
import { CreateMetric } from "#lib/services/metrics/schema.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { unixNow } from "#tests/support/data/metrics.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { test as base } from "#tests/support/test.ts";

const HOSTS = ["api.datadoghq.eu", "api.pingdom.com", "api.eu.newrelic.com"];
export const HOUR = 3_600;

/** Tests that fetch metrics from `provider`, which stands in for all of them. */
export const test = base.extend<{ provider: Receiver }>({
  provider: async ({ database }, use) => {
    const provider = await Receiver.open();
    const base = `http://127.0.0.1:${provider.port}`;
    process.env.PROVIDER_URLS = HOSTS.map((host) => `${host}=${base}`).join(",");
    allowPrivateTargets(true);
    await use(provider);
    shiftClock(0);
    await database.updateTable("metrics").set({ enabled: false }).execute();
    process.env.PROVIDER_URLS = "";
    allowPrivateTargets(false);
    provideEnv({});
    await provider.close();
  },
});

/** An answer of a provider. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));
};

/** A metric that is fetched by an integration of a page of its own. */
export async function pulling(db: Db, integration: object, metric: object = {}) {
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
    const { entries } = await loadPoints(db, grant, made.id, span);
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
  return {
    ctx,
    page,
    target,
    entries,
    health,
    integration: id,
    pull: () => findPullState(ctx, target),
  };
}

export const datadog = {
  name: "datadog",
  key: "api-key",
  password: "app-key",
  region: "datadoghq.eu",
};
export const pingdom = { name: "pingdom", key: "token" };
export const newrelic = { name: "newrelic", key: "NRAK-1", user: "123", region: "eu" };
