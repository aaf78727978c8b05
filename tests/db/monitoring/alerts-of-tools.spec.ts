import {
  ago,
  alert,
  cut,
  FROM,
  group,
  mintAlerted,
  TO,
  unmarked,
} from "#tests/support/data/alerts.ts";
import { expect, test } from "#tests/support/test.ts";

type Step = [given: object, is_up: boolean | null];

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
  "labels tell alerts without a fingerprint apart": [
    [cut(unmarked("firing", "A"), unmarked("firing", "B")), false],
    [cut(unmarked("resolved", "A")), false],
    [cut(unmarked("resolved", "B")), true],
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
