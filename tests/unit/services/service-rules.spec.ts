import { expect, test } from "@playwright/test";
import { provideEnv } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { ServiceRow } from "#lib/services/queries.ts";
import { checkReportSettings } from "#lib/services/report-rules.ts";
import {
  auditable,
  checkMonitoring,
  isPrivateTarget,
  monitoringColumns,
} from "#lib/services/rules.ts";
import { UpdateService } from "#lib/services/schema.ts";

test.beforeAll(() => provideEnv({}));

/** The codes of the fields that are refused; null: nothing is. */
async function refused(work: () => void | Promise<void>): Promise<object | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    const fields = Object.entries(error.fields ?? {});
    return Object.fromEntries(fields.map(([name, found]) => [name, found.map(({ code }) => code)]));
  }
}

const MONITORED: [monitoring: string | null, ping_url: string | null, code: string | null][] = [
  [null, null, null],
  ["webhook", null, null],
  ["3rd_party", "", null],
  ["internal", null, "blank"],
  ["internal", "", "blank"],
  ["internal", "https://example.com", null],
  ["internal", "http://127.0.0.1/", "private_target"],
  [null, "http://127.0.0.1/", "private_target"],
];

for (const [monitoring, ping_url, code] of MONITORED)
  test(`monitoring ${monitoring} of ${ping_url}: ${code ?? "fits"}`, async () => {
    const found = await refused(() => checkMonitoring({ monitoring, ping_url }));
    expect(found).toEqual(code && { ping_url: [code] });
  });

test("a target is private by its name or its address, whatever the kind of check", () => {
  const targets = ["https://10.0.0.1", "127.0.0.1", "tcp://192.168.0.1:25", "tcp://[::1]:25"];
  for (const target of targets) expect(isPrivateTarget(target), target).toBe(true);
  const others = [null, "", "example.com", "tcp://example.com:25", "dns://127.0.0.1"];
  for (const target of others) expect(isPrivateTarget(target), `${target}`).toBe(false);
});

test("settings of monitoring are kept whole, cleared by null, and left alone where not given", () => {
  expect(Object.keys(monitoringColumns({}))).toEqual([]);
  expect(
    monitoringColumns({ monitoring_options: null, webhook_custom_jsonpath_settings: null }),
  ).toEqual({ monitoring_options: {}, webhook_custom_jsonpath_settings: null });
  const given = UpdateService.parse({
    monitoring_options: { keyword_up: "ok" },
    webhook_custom_jsonpath_settings: { jsonpath: "$.a" },
  });
  const columns = monitoringColumns(given);
  expect(columns).toMatchObject({
    monitoring_options: { method: "HEAD", keyword_up: "ok" },
    webhook_custom_jsonpath_settings: { jsonpath: "$.a", expected_result: null },
  });
});

test("the audit log keeps the names of headers without their values", () => {
  const plain = UpdateService.parse({ name: "Shop" });
  expect(auditable(plain)).toEqual(plain);
  const options = (given: object) =>
    auditable(UpdateService.parse({ name: "Shop", monitoring_options: given }));
  const headers = [{ key: "authorization", value: "secret" }];
  expect(options({ keyword_up: "ok", headers })).toMatchObject({
    name: "Shop",
    monitoring_options: { keyword_up: "ok", headers: ["authorization"] },
  });
  expect(JSON.stringify(options({ headers }))).not.toContain("secret");
});

const row = (values: object) => values as ServiceRow;
const mailed = (monitoring_options: object) => row({ monitoring: "3rd_party", monitoring_options });
const custom = (settings: object | null) =>
  row({
    monitoring: "webhook",
    webhook_monitoring_service: "custom-jsonpath",
    webhook_custom_jsonpath_settings: settings,
  });
const KEYWORDS = {
  "monitoring_options.keyword_down": ["needs_keyword"],
  "monitoring_options.keyword_up": ["needs_keyword"],
};
const path = (code: string) => ({ "webhook_custom_jsonpath_settings.jsonpath": [code] });
const result = { "webhook_custom_jsonpath_settings.expected_result": ["blank"] };
const robot = (settings: object) =>
  row({
    monitoring: "webhook",
    webhook_monitoring_service: "uptime-robot",
    webhook_custom_jsonpath_settings: settings,
  });

const REPORTS: [name: string, ServiceRow | null, ServiceRow, object | null][] = [
  ["no monitoring", null, row({ monitoring: null }), null],
  ["mail without a keyword", null, mailed({}), KEYWORDS],
  ["mail with blank keywords", null, mailed({ keyword_down: " ", keyword_up: "" }), KEYWORDS],
  ["mail with one keyword", null, mailed({ keyword_down: "DOWN" }), null],
  ["mail with the other", null, mailed({ keyword_up: "UP" }), null],
  ["mail that never had one", mailed({}), mailed({}), null],
  ["mail that loses its keyword", mailed({ keyword_up: "UP" }), mailed({}), KEYWORDS],
  ["a path without settings", null, custom(null), { ...path("blank"), ...result }],
  ["a path without a result", null, custom({ jsonpath: "$.a" }), result],
  ["a result without a path", null, custom({ expected_result: "ok" }), path("blank")],
  ["both", null, custom({ jsonpath: "$.a", expected_result: "ok" }), null],
  ["no path", null, custom({ jsonpath: "$[", expected_result: "ok" }), path("bad_jsonpath")],
  ["another sender, no path", null, robot({ jsonpath: "$[" }), path("bad_jsonpath")],
  ["another sender, a known path", custom({ jsonpath: "$[" }), robot({ jsonpath: "$[" }), null],
  ["a sender that is off", null, { ...custom(null), monitoring: null }, null],
];

for (const [name, before, after, errors] of REPORTS)
  test(`what reads reports needs its settings, unless nothing changed: ${name}`, async () => {
    expect(await refused(() => checkReportSettings(before, after))).toEqual(errors);
  });
