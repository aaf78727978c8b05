import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { getAlertAddress, replaceAlertAddress } from "#lib/monitoring/reports/alert-address.ts";
import { receiveAlerts } from "#lib/monitoring/reports/receive-alerts.ts";
import { listReports } from "#lib/monitoring/reports/receive-report.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const TOOL = { monitoring: "webhook", webhook_monitoring_service: "alertmanager" };

async function mintAlerted(db: Db) {
  await installJobs();
  const { page } = await mintOrganization(db);
  const ctx = systemContext(db, "test");
  const watch = async (name: string, given: object = TOOL) => {
    const service_id = await mintService(db, page.id);
    const target = { subdomain: page.subdomain, service_id };
    await updateService(ctx, target, UpdateService.parse({ name, ...given }));
    return service_id;
  };
  const target = { subdomain: page.subdomain, webhook_monitoring_service: "alertmanager" } as const;
  const address = () => getAlertAddress(ctx, target);
  const { url } = await address();
  const token = /\/alerts\/([0-9a-f]{64})\/alertmanager$/.exec(url)?.[1] ?? "";
  const send = (body: object, sentTo: object = {}) =>
    receiveAlerts(ctx, { ...target, token, ...sentTo }, { url, body: asJson(body) });
  const reports = (service_id: number) =>
    listReports(ctx, { subdomain: page.subdomain, service_id });
  return { ctx, target, watch, address, send, token, reports };
}

function asJson(body: object): Buffer {
  return Buffer.from(JSON.stringify(body));
}

function alert(status: string, labels: object) {
  return { status, labels: { severity: "critical", ...labels } };
}

const group = (...alerts: object[]) => ({ receiver: "page", groupKey: "{}", alerts });

test("alerts of one call reach the services that they name, each by its own worst", async ({
  database,
}) => {
  const { watch, send, address, reports } = await mintAlerted(database);
  const [checkout, search, api] = [
    await watch("Checkout"),
    await watch("Suche"),
    await watch("API"),
  ];
  const other = await watch("Elsewhere", { ...TOOL, webhook_monitoring_service: "grafana" });
  const taken = await send(
    group(
      alert("firing", { service: " checkout " }),
      alert("resolved", { service: "Checkout" }),
      alert("resolved", { service_id: String(search), service: "Checkout" }),
      alert("firing", { alertname: "API", severity: "info" }),
      alert("firing", { service: "Nobody" }),
      alert("firing", { service: "Elsewhere" }),
    ),
  );
  expect(taken).toEqual([
    { service_id: checkout, understood: "down", changed: true },
    { service_id: search, understood: "up", changed: true },
    { service_id: api, understood: null, changed: false, reason: "low_urgency" },
    { service_id: null, understood: null, changed: false, reason: "unknown_service" },
  ]);
  expect(await reports(other)).toEqual([]);
  expect((await reports(checkout)).map(({ understood, kind }) => [understood, kind])).toEqual([
    ["down", "alertmanager"],
  ]);
  const { reports: unknown } = await address();
  expect(unknown.map(({ reason, detail }) => [reason, detail])).toEqual([
    ["unknown_service", "Nobody, Elsewhere"],
  ]);
});

test("a page's token opens that page alone, and what is not read is kept", async ({ database }) => {
  const one = await mintAlerted(database);
  const another = await mintAlerted(database);
  await expect(one.send(group(), { token: another.token })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(one.send({ a: 1 })).rejects.toMatchObject({ code: "not_understood" });
  for (let count = 0; count < 21; count++)
    await one.send(group(alert("firing", { service: `Unknown ${count}` })));
  const { reports } = await one.address();
  expect(reports).toHaveLength(20);
  expect(reports[0]).toMatchObject({ reason: "unknown_service", detail: "Unknown 20" });
  expect(JSON.stringify(reports)).not.toContain(one.token);
  expect((await another.address()).reports).toEqual([]);
});

test("a replaced address ends at once, each time, and another page's stays", async ({
  database,
}) => {
  const [one, another] = [await mintAlerted(database), await mintAlerted(database)];
  const tokens = [one.token];
  for (let count = 0; count < 2; count += 1) {
    const { url } = await replaceAlertAddress(one.ctx, one.target);
    expect(url).toBe((await one.address()).url);
    tokens.push(/[0-9a-f]{64}/.exec(url)?.[0] ?? "");
  }
  const answers = await Promise.all(
    tokens.map((token) =>
      one.send(group(alert("firing", { service: "X" })), { token }).then(
        ([taken]) => taken?.reason,
        ({ code }) => code,
      ),
    ),
  );
  expect(answers).toEqual(["not_found", "not_found", "unknown_service"]);
  expect(await another.send(group(alert("firing", { service: "X" })))).toHaveLength(1);
});
