import { closeOpenAlert, listOpenAlerts } from "#lib/monitoring/alerts/open-alerts.ts";
import { MAX_OPEN_ALERTS } from "#lib/monitoring/alerts/settle-alerts.ts";
import { receiveHeartbeat } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { getAlertAddress } from "#lib/monitoring/reports/alert-address.ts";
import { receiveAlerts } from "#lib/monitoring/reports/receive-alerts.ts";
import { listReports } from "#lib/monitoring/reports/receive-report.ts";
import { replaceAddresses } from "#lib/services/replace-addresses.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import {
  ago,
  alert,
  asJson,
  cut,
  FROM,
  group,
  mintAlerted,
  TO,
} from "#tests/support/data/alerts.ts";
import { expect, test } from "#tests/support/test.ts";

const SETTINGS = { jsonpath: "$.state", expected_result: "ok" };
const BY_JSONPATH = { webhook_monitoring_service: "custom-jsonpath" };

for (const { change, ends, left } of [
  { change: { heartbeat: null }, ends: "heartbeat", left: "webhook" },
  { change: { webhook_monitoring_service: "grafana" }, ends: "webhook", left: "heartbeat" },
  {
    change: { webhook_custom_jsonpath_settings: { ...SETTINGS, expected_result: "fine" } },
    ...{ ends: "webhook", left: "heartbeat" },
  },
])
  test(`the verdict stays while an alert is open: ${Object.keys(change)} of ${ends}`, async ({
    database,
  }) => {
    const { ctx, target, address, sendJson, isUp } = await mintAlerted(database, {
      ...{ ...BY_JSONPATH, webhook_custom_jsonpath_settings: SETTINGS },
      heartbeat: { period_s: 60, grace_s: 0 },
    });
    const fail = () => receiveHeartbeat(ctx, address, { means: "down", detail: "", content: "" });
    const report = () => sendJson({ state: "bad" });
    for (const each of ends === "webhook" ? [report, fail] : [fail, report]) await each();
    await updateService(ctx, target, UpdateService.parse(change));
    const { source } = await database
      .selectFrom("service_monitors")
      .select("source")
      .where("service_id", "=", target.service_id)
      .executeTakeFirstOrThrow();
    expect([await isUp(), source]).toEqual([false, left]);
  });

test("a heartbeat says nothing of open alerts, nor they of it", async ({ database }) => {
  const heartbeat = { heartbeat: { period_s: 60, grace_s: 0 } };
  const { ctx, target, address, sendJson, isUp } = await mintAlerted(database, heartbeat);
  const beat = (means: "up" | "down") =>
    receiveHeartbeat(ctx, address, { means, detail: means, content: "" });
  await sendJson(cut(alert("firing", "A")));
  await beat("up");
  expect(await isUp()).toBe(false);
  await beat("down");
  await sendJson(cut(alert("resolved", "A")));
  expect(await isUp()).toBe(false);
  await updateService(ctx, target, UpdateService.parse({ heartbeat: null }));
  expect(await listOpenAlerts(ctx, target)).toEqual([]);
});

test("the team sees what keeps a service down, with its report, and closes what nobody ends", async ({
  database,
}) => {
  const { ctx, target, sendJson, isUp, open } = await mintAlerted(database);
  await sendJson(cut(alert("firing", "First", { startsAt: ago(60) })));
  await sendJson(cut(alert("firing", "Second")));
  for (let count = 0; count < 21; count += 1) await sendJson(cut(alert("firing", "Second")));
  const [first, second] = await listOpenAlerts(ctx, target);
  expect([first?.detail, first?.content, second?.detail]).toEqual([
    "First",
    expect.stringContaining('"First"'),
    "Second",
  ]);
  const close = (alert_id = 0) => closeOpenAlert(ctx, { ...target, alert_id });
  await close(first?.id);
  expect([await isUp(), await open()]).toEqual([false, ["Second"]]);
  await expect(close(first?.id)).rejects.toMatchObject({ code: "not_found" });
  await close(second?.id);
  expect([await isUp(), await open()]).toEqual([true, []]);
  await sendJson(cut(alert("firing", "Second")));
  expect(await isUp()).toBe(false);
});

test("of too many open alerts the oldest is dropped; another tool forgets them", async ({
  database,
}) => {
  const { ctx, target, sendJson, open } = await mintAlerted(database);
  const names = Array.from({ length: MAX_OPEN_ALERTS }, (_, index) => `A${index}`);
  await sendJson(cut(alert("firing", "Oldest", { startsAt: ago(60) })));
  await sendJson(cut(...names.map((name) => alert("firing", name, { startsAt: ago(30) }))));
  const listed = await open();
  expect([listed.length, listed.includes("Oldest")]).toEqual([MAX_OPEN_ALERTS, false]);
  await updateService(ctx, target, UpdateService.parse({ webhook_monitoring_service: "grafana" }));
  expect(await open()).toEqual([]);
});

test("calls at the same time lose no alert", async ({ database }) => {
  const { send, sendJson, isUp, open } = await mintAlerted(database);
  const names = ["A", "B", "C", "D", "E", "F"];
  await Promise.all(names.map((name) => sendJson(cut(alert("firing", name)))));
  expect((await open()).toSorted()).toEqual(names);
  await Promise.all(names.map((name) => sendJson(cut(alert("resolved", name)))));
  expect([await isUp(), await open()]).toEqual([true, []]);
  await send(alert("firing", "A"));
  expect(await isUp()).toBe(false);
});

test("late and repeated calls are kept with the reason, and the tool gets no refusal", async ({
  database,
}) => {
  const { ctx, target, sendJson } = await mintAlerted(database);
  const firing = cut(alert("firing", "A", { startsAt: FROM }));
  await sendJson(firing);
  expect(await sendJson(firing)).toEqual({ understood: "down", changed: false });
  await sendJson(cut(alert("resolved", "A", { startsAt: FROM, endsAt: TO })));
  const late = { understood: null, changed: false, reason: "outdated" };
  expect(await sendJson(firing)).toEqual(late);
  const [newest] = await listReports(ctx, target);
  expect(newest).toMatchObject({ understood: null, reason: "outdated", detail: "A" });
});

test("one address: an alert that its group no longer lists may be silenced, and stays open", async ({
  database,
}) => {
  const { ctx, target, watch, isUp } = await mintAlerted(database);
  const search = await watch("Search");
  const asked = {
    subdomain: target.subdomain,
    webhook_monitoring_service: "alertmanager",
  } as const;
  const { url } = await getAlertAddress(ctx, asked);
  const token = /[0-9a-f]{64}/.exec(url)?.[0] ?? "";
  const send = (...alerts: object[]) =>
    receiveAlerts(ctx, { ...asked, token }, { url, body: asJson(group("g", ...alerts)) });
  await send(alert("firing", "Checkout"), alert("firing", "Search"));
  expect([await isUp(), await isUp(search)]).toEqual([false, false]);
  await send(alert("firing", "Checkout"));
  expect([await isUp(), await isUp(search)]).toEqual([false, false]);
  await send(alert("resolved", "Search"));
  expect([await isUp(), await isUp(search)]).toEqual([false, true]);
});

test("a service's addresses are replaced together, and the old ones end at once", async ({
  database,
}) => {
  const { ctx, target, address, sendJson, isUp } = await mintAlerted(database, {
    heartbeat: { period_s: 60, grace_s: 0 },
  });
  const { inbound_email_id, incoming_webhook_url } = await replaceAddresses(ctx, target);
  expect(incoming_webhook_url).toContain(inbound_email_id);
  const beat = (service_id: string) =>
    receiveHeartbeat(ctx, { ...address, service_id }, { means: "down", detail: "", content: "" });
  const gone = { code: "not_found" };
  await expect(sendJson(cut(alert("firing", "A")))).rejects.toMatchObject(gone);
  await expect(beat(address.service_id)).rejects.toMatchObject(gone);
  await beat(inbound_email_id);
  expect(await isUp()).toBe(false);
});
