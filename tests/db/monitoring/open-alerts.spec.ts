import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { closeOpenAlert, listOpenAlerts } from "#lib/monitoring/alerts/open-alerts.ts";
import { MAX_OPEN_ALERTS } from "#lib/monitoring/alerts/settle-alerts.ts";
import { receiveHeartbeat } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { getAlertAddress } from "#lib/monitoring/reports/alert-address.ts";
import { receiveAlerts } from "#lib/monitoring/reports/receive-alerts.ts";
import { listReports, receiveReport } from "#lib/monitoring/reports/receive-report.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { getService } from "#lib/services/read.ts";
import { replaceAddresses } from "#lib/services/replace-addresses.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const TOOL = { monitoring: "webhook", webhook_monitoring_service: "alertmanager" };
const URL_OF_CALL = "https://status.example.com/automate";

const asJson = (json: unknown) => Buffer.from(JSON.stringify(json));

async function mintAlerted(db: Db, given: object = {}) {
  await installJobs();
  const { page } = await mintOrganization(db);
  const ctx = systemContext(db, "test");
  const watch = async (name: string) => {
    const target = { subdomain: page.subdomain, service_id: await mintService(db, page.id) };
    await updateService(ctx, target, UpdateService.parse({ ...TOOL, name, ...given }));
    return target;
  };
  const target = await watch("Checkout");
  const { inbound_email_id, webhook_monitoring_service: kind } = await getService(ctx, target);
  const address = { subdomain: page.subdomain, service_id: inbound_email_id };
  const sendJson = (json: unknown) =>
    receiveReport(
      ctx,
      { ...address, webhook_monitoring_service: kind ?? "custom-jsonpath" },
      { url: URL_OF_CALL, body: asJson(json) },
    );
  const send = (...alerts: object[]) => sendJson(group("g", ...alerts));
  const isUp = async (of = target) => (await getService(ctx, of)).is_up;
  const open = async () => (await listOpenAlerts(ctx, target)).map(({ detail }) => detail);
  return { ctx, target, address, watch, send, sendJson, isUp, open };
}

/** Each in its own group unless the call is cut, as of several Alertmanagers. */
const group = (externalURL: string, ...alerts: object[]) => ({
  ...{ receiver: "page", groupKey: "{}:{}", externalURL, alerts },
});
const cut = (...alerts: object[]) => ({ ...group("g", ...alerts), truncatedAlerts: 1 });

const ago = (seconds: number) => `${later(wireNow(), -seconds)}Z`;

function alert(status: string, name: string, { severity = "critical", ...more }: Given = {}) {
  return { status, fingerprint: name, labels: { alertname: name, severity }, ...more };
}
type Given = { severity?: string; startsAt?: string; endsAt?: string };

type Step = [given: object, is_up: boolean | null];

const [FROM, TO] = [ago(900), ago(600)];
const STEPS: Record<string, Step[]> = {
  "it is up when the last of several is resolved, each by itself": [
    [cut(alert("firing", "A")), false],
    [cut(alert("firing", "B")), false],
    [cut(alert("resolved", "A")), false],
    [cut(alert("firing", "B")), false],
    [cut(alert("resolved", "Never seen")), false],
    [cut(alert("resolved", "B")), true],
  ],
  "an end without a beginning means up": [[cut(alert("resolved", "A")), true]],
  "of one call's alerts, those that still fire count": [
    [group("g", alert("firing", "A"), alert("firing", "B")), false],
    [group("g", alert("firing", "A"), alert("resolved", "B")), false],
    [group("g", alert("resolved", "A")), true],
  ],
  "what a group no longer lists may be silenced, and has not ended": [
    [group("eu", alert("firing", "A"), alert("firing", "B")), false],
    [group("eu", alert("resolved", "B")), false],
    [group("eu", alert("resolved", "A")), true],
  ],
  "an end that arrives before its beginning counts": [
    [cut(alert("resolved", "A", { startsAt: FROM, endsAt: TO })), true],
    [cut(alert("firing", "A", { startsAt: FROM })), true],
    [cut(alert("firing", "A", { startsAt: ago(60) })), false],
    [cut(alert("resolved", "A", { startsAt: FROM, endsAt: TO })), false],
    [cut(alert("resolved", "A", { startsAt: ago(60), endsAt: ago(0) })), true],
  ],
  "Alertmanagers with the same alerts do not end each other's": [
    [group("eu", alert("firing", "A", { startsAt: FROM })), false],
    [group("us", alert("firing", "A", { startsAt: ago(60) })), false],
    [group("eu", alert("resolved", "A", { startsAt: FROM })), false],
    [group("eu", alert("resolved", "A", { startsAt: FROM })), false],
    [group("us", alert("resolved", "A", { startsAt: ago(60) })), true],
  ],
  "in a cluster, whose addresses differ, each ends what another reported": [
    [group("peer-1", alert("firing", "A", { startsAt: FROM })), false],
    [group("peer-2", alert("resolved", "A", { startsAt: FROM, endsAt: TO })), true],
    [group("peer-1", alert("firing", "A", { startsAt: FROM })), true],
    [group("peer-1", alert("firing", "A", { startsAt: ago(90) })), false],
    [group("peer-2", alert("firing", "A", { startsAt: ago(90) })), false],
    [group("peer-2", alert("resolved", "A", { startsAt: ago(90), endsAt: ago(0) })), true],
  ],
  "warnings, information and alerts about alerting are never down": [
    [cut(alert("firing", "A", { severity: "warning" })), null],
    [cut(alert("firing", "B", { severity: "info" })), null],
    [cut(alert("firing", "Watchdog", { severity: "none" })), null],
    [cut(alert("firing", "C", { severity: "page" })), false],
    [cut(alert("resolved", "A", { severity: "warning" })), false],
    [cut(alert("resolved", "C"), alert("firing", "Watchdog", { severity: "none" })), true],
  ],
};

for (const [name, steps] of Object.entries(STEPS))
  test(`alerts of one service: ${name}`, async ({ database }) => {
    const { sendJson, isUp } = await mintAlerted(database);
    const states: Step[] = [];
    for (const [given] of steps) {
      await sendJson(given);
      states.push([given, await isUp()]);
    }
    expect(states).toEqual(steps);
  });

test("warnings count where the service says so", async ({ database }) => {
  const { sendJson, isUp } = await mintAlerted(database, { count_warnings: true });
  await sendJson(cut(alert("firing", "A", { severity: "info" })));
  expect(await isUp()).toBeNull();
  await sendJson(cut(alert("firing", "B", { severity: "warning" })));
  expect(await isUp()).toBe(false);
  await sendJson(cut(alert("resolved", "B", { severity: "warning" })));
  expect(await isUp()).toBe(true);
});

test("an alert that only warns from now on no longer keeps the service down", async ({
  database,
}) => {
  const datadog = { webhook_monitoring_service: "datadog" };
  const { sendJson, isUp } = await mintAlerted(database, datadog);
  const states: (boolean | null)[] = [];
  for (const alert_transition of [
    "Triggered",
    "Warn",
    "Warn Recovered",
    "Triggered",
    "Recovered",
  ]) {
    await sendJson({ alert_transition, alert_title: "Slow", alert_id: "1" });
    states.push(await isUp());
  }
  expect(states).toEqual([false, true, true, false, true]);
});

test("monitors of two Uptime Kumas may share a number, and one may be renamed", async ({
  database,
}) => {
  const kuma = { webhook_monitoring_service: "uptime-kuma" };
  const { sendJson, isUp } = await mintAlerted(database, kuma);
  const states: (boolean | null)[] = [];
  for (const [name, status] of [
    ["Shop", 0],
    ["API", 0],
    ["Shop", 1],
    ["Shop 2", 1],
  ]) {
    await sendJson({ heartbeat: { status }, monitor: { id: 1, name }, msg: "x" });
    states.push(await isUp());
  }
  expect(states).toEqual([false, false, false, true]);
});

test("a JSONPath tells alerts apart, one by one or all of a call", async ({ database }) => {
  const { sendJson, isUp } = await mintAlerted(database, {
    webhook_monitoring_service: "custom-jsonpath",
    webhook_custom_jsonpath_settings: {
      ...{ jsonpath: "$.a[*].state", expected_result: "ok", identity: "$.a[*].id" },
    },
  });
  const states: (boolean | null)[] = [];
  for (const a of [
    [{ id: 1, state: "bad" }],
    [{ id: 2, state: "bad" }],
    [
      { id: 1, state: "ok" },
      { id: 2, state: "bad" },
    ],
    [{ id: 2, state: "ok" }],
  ]) {
    await sendJson({ a });
    states.push(await isUp());
  }
  expect(states).toEqual([false, false, false, true]);
  for (const a of [
    [{ id: 3, state: "bad" }, { state: "bad" }],
    [{ id: null, state: "bad" }],
    [{ state: "bad" }],
  ])
    await expect(sendJson({ a }), "would never end").rejects.toMatchObject({
      code: "not_understood",
      message: expect.stringContaining("one identity for each value ($.a[*].id)"),
    });
  expect(await isUp()).toBe(true);
});

test("one identity for a whole call is the same for one value and for several", async ({
  database,
}) => {
  const { sendJson, isUp } = await mintAlerted(database, {
    webhook_monitoring_service: "custom-jsonpath",
    webhook_custom_jsonpath_settings: {
      ...{ jsonpath: "$.a[*].state", expected_result: "ok", identity: "$.id" },
    },
  });
  await sendJson({ id: 1, a: [{ state: "bad" }, { state: "ok" }] });
  expect(await isUp()).toBe(false);
  await sendJson({ id: 1, a: [{ state: "ok" }] });
  expect(await isUp()).toBe(true);
});

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
