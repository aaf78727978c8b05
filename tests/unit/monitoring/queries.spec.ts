import { expect, test } from "@playwright/test";
import { isExpected, readByQuery } from "#lib/monitoring/reports/query.ts";
import { openReportThreads } from "#lib/monitoring/reports/threads.ts";

function read(record: unknown, jsonpath: string, expected_result = "up", whose = "1") {
  const call = { fields: new Map(), record, is_trial: false };
  return readByQuery(call, { jsonpath, expected_result }, whose);
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
