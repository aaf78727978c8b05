import { expect, test } from "@playwright/test";
import { type Call, readCall } from "#lib/monitoring/reports/call.ts";
import { redactRecord, redactText } from "#lib/monitoring/reports/secrets.ts";
import { readByTool } from "#lib/monitoring/tools/read-by-tool.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";

const readStatusCake = (call: Call) => readByTool("status-cake", call);
const readUptimeRobot = (call: Call) => readByTool("uptime-robot", call);
const ADDRESS = "https://status.example.com/automate/x";

function form(fields: Record<string, string>): Promise<Call> {
  return readCall(ADDRESS, Buffer.from(new URLSearchParams(fields).toString()));
}

function json(record: unknown): Promise<Call> {
  return readCall(ADDRESS, Buffer.from(JSON.stringify(record)));
}

function query(fields: Record<string, string>): Promise<Call> {
  return readCall(`${ADDRESS}?${new URLSearchParams(fields)}`, undefined);
}

const DOWN = { Token: "0cc175b9c0f1b6a8", Status: "Down", StatusCode: "503", Name: "Checkout" };

test("StatusCake says up or down in whichever case, by form, JSON or query", async () => {
  for (const send of [form, json, query]) {
    expect(readStatusCake(await send(DOWN))).toMatchObject({
      understood: "down",
      detail: "Checkout · HTTP 503",
    });
    expect(readStatusCake(await send({ ...DOWN, Status: "UP" })).understood).toBe("up");
    expect(readStatusCake(await send({ status: "up" })).understood).toBe("up");
    expect(readStatusCake(await send({ Name: "x" }))).toMatchObject({ reason: "no_status" });
    expect(readStatusCake(await send({ Status: "Paused" }))).toMatchObject({
      reason: "unknown_status",
      detail: "Paused",
    });
  }
});

// The text that UptimeRobot is given, with what it puts in place of its variables.
const ALERT = {
  monitorID: "778899",
  alertType: "1",
  alertTypeFriendlyName: "Down",
  alertDetails: "Connection Timeout",
  monitorFriendlyName: "Checkout",
  monitorURL: "https://shop.example.com",
  alertDateTime: "*alertDateTime*",
};

test("UptimeRobot: 1 is down, 2 is up, 3 is a certificate that expires, which is not down", async () => {
  for (const send of [form, json, query]) {
    const said = async (changes: object) => readUptimeRobot(await send({ ...ALERT, ...changes }));
    expect(await said({})).toMatchObject({
      understood: "down",
      detail: "Checkout · Connection Timeout",
    });
    expect((await said({ alertType: "2" })).understood).toBe("up");
    expect((await said({ alertType: "3" })).understood).toBe("certificate");
    expect(await said({ alertType: "9" })).toMatchObject({ reason: "unknown_status" });
  }
});

test("UptimeRobot's keys are read as users write them, and its words where the number is missing", async () => {
  const said = async (fields: object) => readUptimeRobot(await json(fields));
  expect((await said({ alert_type: 1 })).understood).toBe("down");
  expect((await said({ AlertType: "2" })).understood).toBe("up");
  const friendly = (name: string) =>
    said({ alertType: "*alertType*", alert_type_friendly_name: name });
  expect((await friendly("DOWN")).understood).toBe("down");
  expect((await friendly("up")).understood).toBe("up");
  expect((await friendly("SSL expiry")).understood).toBe("certificate");
  expect(await friendly("*alertTypeFriendlyName*")).toMatchObject({ understood: "test" });
  expect(await said({ x: "1" })).toMatchObject({ reason: "no_status" });
});

test("a trial of UptimeRobot has only placeholders, and is known as one", async () => {
  const trial = Object.fromEntries(Object.keys(ALERT).map((name) => [name, `*${name}*`]));
  expect(readUptimeRobot(await json(trial)).understood).toBe("test");
  expect(readUptimeRobot(await query(trial)).understood).toBe("test");
  expect(readUptimeRobot(await readCall(ADDRESS, undefined))).toMatchObject({
    reason: "no_status",
  });
});

test("the time that an alert names is known unless it is in the future", async () => {
  const at = async (ms: number) => {
    const alertDateTime = String(Math.floor((Date.now() + ms) / 1_000));
    const outcome = readUptimeRobot(await json({ ...ALERT, alertDateTime }));
    return outcome.alerts?.[0]?.said_at;
  };
  shiftClock(0);
  const old = await at(-7_200_000);
  expect([-7_201, -7_200].map((seconds) => later(wireNow(), seconds))).toContain(old);
  expect(await at(60_000)).toBeNull();
  expect((await at(0))?.slice(0, 13)).toBe(wireNow().slice(0, 13));
});

test("what a body is counts, not what it is called; the body counts before the query", async () => {
  const parts = Buffer.from(
    '--x1\r\nContent-Disposition: form-data; name="Status"\r\n\r\nDown\r\n--x1--\r\n',
  );
  expect(readStatusCake(await readCall(ADDRESS, parts)).understood).toBe("down");
  const both = await readCall(`${ADDRESS}?Status=Up`, Buffer.from("Status=Down"));
  expect(readStatusCake(both).understood).toBe("down");
  for (const broken of ['{"Status": "Down"', "--x1\r\nnothing", "\0\u{fffd}%%%", "[[[", "null"])
    expect(readStatusCake(await readCall(ADDRESS, Buffer.from(broken)))).toMatchObject({
      reason: "not_json",
    });
  const marked = `\u{feff}${JSON.stringify({ Status: "Down" })}`;
  expect(readStatusCake(await readCall(ADDRESS, Buffer.from(marked))).understood).toBe("down");
});

test("of a wide record no more is written than is kept", async () => {
  const wide = Buffer.from(`[${"[],".repeat(340_000)}"last"]`);
  const { record, fields } = await readCall(ADDRESS, wide);
  expect([record, fields.size]).toEqual([expect.any(Array), 1]);
  const kept = redactRecord([{ token: "x".repeat(5_000), a: "b".repeat(1_900) }, record], "secret");
  expect(kept).toMatch(/b{1900}"\},\[\[\],\[\],/);
  expect(kept.length).toBe(8_001);
});

test("JSON nested beyond 64 levels is no record, however deep it is", async () => {
  const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));
  expect((await readCall(ADDRESS, nested(60))).record).toBeDefined();
  for (const levels of [70, 30_000])
    expect((await readCall(ADDRESS, nested(levels))).record).toBeUndefined();
});

test("what is kept of a report has no tokens, passwords or inbound ids, and an end", () => {
  const secret = "0b0e7c1e-3b52-4f3b-9d7e-1f6f7a1c2d3e";
  const kept = redactRecord(
    {
      ...DOWN,
      api_key: "k-1",
      nested: { Authorization: "Bearer abc", url: "https://u:p4ss@x.example/?token=zzz&a=1" },
      to: `${secret}@status.example.com`,
    },
    secret,
  );
  for (const hidden of ["0cc175b9", "k-1", "Bearer", "abc", "p4ss", "zzz", secret])
    expect(kept).not.toContain(hidden);
  expect(kept).toContain("Checkout");
  expect(redactText("Password: hunter2, state=down", secret)).toBe("Password: …, state=down");
  expect(redactText("x".repeat(100_000), secret).length).toBeLessThan(2_010);
  expect(redactText("a\0b", secret)).toBe("ab");
});
