import { expect, test } from "@playwright/test";
import { isExpected, readByJsonpath } from "#lib/monitoring/reports/read-by-jsonpath.ts";
import { openReportThreads } from "#lib/monitoring/reports/threads.ts";

function read(record: unknown, jsonpath: string, expected_result = "up", whose = "1") {
  return readWith(record, { jsonpath, expected_result }, whose);
}

function readWith(record: unknown, settings: Parameters<typeof readByJsonpath>[1], whose = "1") {
  return readByJsonpath({ fields: new Map(), record, is_trial: false }, settings, whose);
}

let close: () => Promise<void>;
test.beforeAll(() => {
  close = openReportThreads();
});
test.afterAll(() => close());

test("a value is compared as JSON, then as text in whichever case", () => {
  for (const [value, expected] of [
    ["up", "up"],
    ["UP", "up"],
    ["up", '"up"'],
    ["Up", '"uP"'],
    [200, "200"],
    ["200", "200"],
    [true, "true"],
    ["True", "true"],
    [null, "null"],
    [{ a: [1] }, '{"a":[1]}'],
    [" ok ", "OK"],
  ] as const)
    expect([value, expected, isExpected(value, expected)]).toEqual([value, expected, true]);
  for (const [value, expected] of [
    ["down", "up"],
    [201, "200"],
    [{ a: 1 }, "[object Object]"],
    [false, "0"],
    [null, ""],
  ] as const)
    expect([value, expected, isExpected(value, expected)]).toEqual([value, expected, false]);
});

test("the expected value is up, another is down, none says nothing", async () => {
  const record = { checks: [{ name: "api", state: "up" }], status: "UP", code: 503 };
  expect(await read(record, "$.status")).toMatchObject({ understood: "up" });
  expect(await read(record, "$.code", "200")).toMatchObject({ understood: "down", detail: "503" });
  expect(await read(record, "$.checks[?@.name == 'api'].state")).toMatchObject({
    understood: "up",
  });
  expect(await read(record, "$..state", "fine")).toMatchObject({ understood: "down" });
  expect(await read(record, "$.nothing")).toMatchObject({ understood: null, reason: "no_match" });
  expect(await read(record, "$..nothing")).toMatchObject({ reason: "no_match" });
  expect(await read(undefined, "$.status")).toMatchObject({ reason: "too_deep" });
  expect(await read(record, "", "up")).toMatchObject({ reason: "no_expression" });
});

const NEITHER = { understood: null, reason: "neither_result" };

test("only a value that says something means down", async () => {
  for (const nothing of [
    ...[null, {}, { a: 1 }, [], [1], "", "  ", "null", "undefined", "<no value>"],
    ...["$ALERT_TRANSITION", "{{ALERT_TYPE}}", "{{ $state }}", "{TRIGGER.STATUS}", "%state%"],
    ...["*alertType*", "*UNKNOWN*", "$SERVICESTATE$", "$result.status$", "%status", "%{state}"],
    ...["<status>", "<% state %>", "$(state)", "#{state}"],
  ])
    expect([nothing, await read({ status: nothing }, "$.status")]).toMatchObject([
      nothing,
      NEITHER,
    ]);
  for (const value of [
    "failure",
    "$5 too much",
    "<b>failed</b>",
    "50%",
    0,
    503,
    false,
    "0",
    "Störung",
  ])
    expect([value, await read({ status: value }, "$.status")]).toMatchObject([
      value,
      { understood: "down" },
    ]);
  for (const value of ["ALERT_SSL", "ssl_expiry", "certificate_expires"])
    expect(await read({ type: value }, "$.type")).toMatchObject({ understood: "certificate" });
  for (const expected of ["null", "[]"])
    expect([expected, await read({ errors: ["x"] }, "$.errors", expected)]).toMatchObject([
      expected,
      { understood: "down" },
    ]);
});

test("where a down value is named, it alone means down", async () => {
  const settings = {
    jsonpath: "$.type",
    expected_result: "ALERT_RECOVERY",
    down_result: "ALERT_FAILURE",
  };
  const said = (type: unknown) => readWith({ type }, settings);
  expect(await said("alert_failure")).toMatchObject({ understood: "down" });
  expect(await said("ALERT_RECOVERY")).toMatchObject({ understood: "up" });
  for (const other of ["ALERT_DEGRADED", "ALERT_DEGRADED_REMAIN", 1, null])
    expect([other, await said(other)]).toMatchObject([other, NEITHER]);
  expect(await said("ALERT_DEGRADED")).toMatchObject({ detail: "ALERT_DEGRADED" });
  const empty = { jsonpath: "$.down", expected_result: "[]", down_result: '["api"]' };
  expect(await readWith({ down: ["api"] }, empty)).toMatchObject({ understood: "down" });
});

test("results compare as a part of the text, or as a regular expression, when asked to", async () => {
  const said = (
    comparison: "contains" | "matches",
    expected_result: string,
    down_result: string | undefined,
    title: unknown,
  ) => {
    const down = down_result === undefined ? {} : { down_result };
    return readWith({ title }, { jsonpath: "$.title", expected_result, comparison, ...down });
  };
  for (const [comparison, up, down, title, understood] of [
    ["contains", "resolved", "firing", "[FIRING:1] Shop", "down"],
    ["contains", "resolved", "firing", "[RESOLVED] Shop", "up"],
    ["contains", "resolved", "firing", "Shop", null],
    ["contains", "resolved", "firing", "[RESOLVED] no longer firing", null],
    ["contains", "ok", undefined, "failed", "down"],
    ["contains", "ok", undefined, { ok: 1 }, null],
    ["matches", "^\\[RESOLVED", "^\\[FIRING:\\d+\\]", "[FIRING:12] Shop", "down"],
    ["matches", "^\\[RESOLVED", "^\\[FIRING:\\d+\\]", "[RESOLVED] Shop", "up"],
    ["matches", "(?i)up", "(?i)down", "Down", "down"],
    ["matches", "^2\\d\\d$", undefined, 204, "up"],
    ["matches", "^2\\d\\d$", undefined, 503, "down"],
  ] as const)
    expect([title, (await said(comparison, up, down, title)).understood]).toEqual([
      title,
      understood,
    ]);
  const began = performance.now();
  await said("matches", "^(a|a)*b$", "^(a+)+c$", "a".repeat(100_000));
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("what is no JSON is called that, not a path that finds nothing", async () => {
  const call = { fields: new Map(), record: {}, is_trial: false, is_text: true };
  const settings = { jsonpath: "$.status", expected_result: "up" };
  expect(await readByJsonpath(call, settings, "1")).toMatchObject({ reason: "not_json" });
});

test("the worst of several values wins", async () => {
  const alerts = (...statuses: unknown[]) => ({ alerts: statuses.map((status) => ({ status })) });
  const said = (...statuses: unknown[]) => read(alerts(...statuses), "$.alerts[*].status", "ok");
  expect(await said("ok", "firing", "ok")).toMatchObject({ understood: "down", detail: "firing" });
  expect(await said("firing", "ok")).toMatchObject({ understood: "down" });
  expect(await said("ok", "ok")).toMatchObject({ understood: "up" });
  expect(await said("ok", null, {})).toMatchObject({ understood: "up" });
  expect(await said(null, "$STATUS")).toMatchObject(NEITHER);
  const settings = { jsonpath: "$[*]", expected_result: "ok", down_result: "firing" };
  expect(await readWith(["ok", "pending"], settings)).toMatchObject(NEITHER);
  expect(await readWith(["ok", "pending", "firing"], settings)).toMatchObject({
    understood: "down",
  });
  const many = [...Array.from({ length: 1_000 }, () => "ok"), "firing"];
  expect(await read(many, "$[*]", "ok")).toMatchObject({ reason: "too_costly" });
  expect(await read(many.toReversed(), "$[*]", "ok")).toMatchObject({ understood: "down" });
});

test("no expression runs code", async () => {
  for (const hostile of [
    "$[?(process.exit())]",
    "$[(@.length-1)]",
    "$.constructor.constructor('x')()",
    "$[?eval('1')]",
    "x",
    "$[",
    "(".repeat(255),
    `$${".a".repeat(200)}`,
  ])
    expect([hostile, (await read([{ a: 1 }], hostile)).understood]).toEqual([hostile, null]);
  expect(await read({}, "$.__proto__.polluted")).toMatchObject({ reason: "no_match" });
  expect(await read({}, "$.constructor.name")).toMatchObject({ reason: "no_match" });
});

test("an expression that would take hours is given up, and others have their turn meanwhile", async () => {
  const wide = { a: Array.from({ length: 3_000 }, (_, index) => [index, [index, [index]]]) };
  const regular = { a: [{ a: `${"a".repeat(40)}!` }] };
  const began = performance.now();
  const [patience, backtracking, ordinary] = await Promise.all([
    read(wide, "$..[?$..[?$..[?$..zz]]]", "nothing", "hostile"),
    read(regular, "$.a[?match(@.a, '(a|a)*b')]", "nothing", "hostile too"),
    read({ b: [{ state: "up" }] }, "$..state", "up", "somebody else"),
  ]);
  expect([patience, backtracking]).toEqual([
    { understood: null, reason: "too_costly", detail: null },
    { understood: null, reason: "too_costly", detail: null },
  ]);
  expect(ordinary).toMatchObject({ understood: "up" });
  expect(performance.now() - began).toBeLessThan(15_000);
});
