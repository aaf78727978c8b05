import { expect, test } from "@playwright/test";
import { step, UNKNOWN } from "#lib/monitoring/checks/confirm.ts";
import { isPlaceholder, readCall } from "#lib/monitoring/reports/call.ts";
import { readPostedMails } from "#lib/monitoring/reports/posted-mail.ts";
import { readMail } from "#lib/monitoring/reports/report-parser.ts";
import { notUnderstood, understoodAs } from "#lib/monitoring/reports/schema.ts";
import { redactRecord, redactText } from "#lib/monitoring/reports/secrets.ts";

const URL_ = "https://app.example/hook";
const call = (body: string, query = "") => readCall(`${URL_}?${query}`, Buffer.from(body));

test("a detail is one line of two hundred characters at most, and down has a reason", () => {
  const details: [given: string | null, kept: string | null][] = [
    [null, null],
    ["", null],
    [" \n\t", null],
    [" a\n\nb\u0007c ", "a b c"],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), "x".repeat(200)],
    [`${"x".repeat(199)}🙂`, `${"x".repeat(199)}\ufffd`],
  ];
  for (const [given, detail] of details) {
    expect(understoodAs("up", given)).toEqual({ understood: "up", reason: null, detail });
    expect(notUnderstood("no_match", given)).toEqual({
      understood: null,
      reason: "no_match",
      detail,
    });
  }
  expect(understoodAs("down").reason).toBe("reported");
  for (const understood of ["certificate", "test"] as const)
    expect(understoodAs(understood).reason).toBeNull();
});

test("of a text two thousand characters are kept, without secrets", () => {
  const secret = "0123-4567";
  expect(redactText(`a ${secret} b`, secret)).toBe("a … b");
  expect(redactText("x".repeat(2_000), secret)).toBe("x".repeat(2_000));
  expect(redactText("x".repeat(2_001), secret)).toBe(`${"x".repeat(2_000)}…`);
  expect(redactText("https://me:pass@a.example/", secret)).toBe("https://…@a.example/");
  for (const name of ["token", "secret", "passwd", "api_key", "api-key", "signature"])
    expect(redactText(`${name}=abc&a=b`, secret), name).toBe(`${name}=…&a=b`);
  expect(redactText("Authorization: Bearer abc d", secret)).toBe("Authorization: … d");
});

test("of a record no field with a secret's name is kept, and not more than its text may have", () => {
  const secret = "0123-4567";
  const record = {
    state: "down",
    session: "x",
    inner: { my_cookie: "y", n: 1 },
  };
  expect(JSON.parse(redactRecord(record, secret))).toEqual({
    ...{ state: "down", session: "…", inner: { my_cookie: "…", n: 1 } },
  });
  expect(redactRecord(["token=z"], secret)).toMatch(/^\["token=…/);
  expect(redactRecord(undefined, secret)).toBe("");
  expect(redactRecord("state", secret)).toBe('"state"');
  const many = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`f${n}`, "x".repeat(1_000)]),
  );
  expect(redactRecord(many, secret)).toHaveLength(8_001);
});

test("a call is read from JSON, a form or parts, the body before the query", async () => {
  const fields = async (body: string, query = "") => [...(await call(body, query)).fields];
  expect(await fields('{"Alert_Type": 1, "inner": {"a": 1}, "none": null}')).toEqual([
    ["alerttype", "1"],
  ]);
  expect(await fields(" \n[7]")).toEqual([["0", "7"]]);
  expect(await fields("a-b= 1 &c=2", "a-b=3&d=4")).toEqual([
    ["ab", "1"],
    ["d", "4"],
    ["c", "2"],
  ]);
  expect(await fields("x={1}")).toEqual([["x", "{1}"]].filter(([, v]) => !isPlaceholder(v ?? "")));
  const parts = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
  expect(await fields(parts)).toEqual([["a", "1"]]);
  expect(await fields("{broken")).toEqual([["{broken", ""]]);
  expect((await call("")).record).toEqual({});
  expect((await readCall(URL_, undefined)).is_trial).toBe(false);
});

test("a call has two hundred fields at most, of names and values of limited length", async () => {
  const form = Array.from({ length: 201 }, (_, n) => `f${n}=1`).join("&");
  expect((await call(form)).fields.size).toBe(200);
  const json = JSON.stringify(
    Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, 1])),
  );
  expect((await call(json)).fields.size).toBe(200);
  const long = `${"n".repeat(100)}=1&${"m".repeat(101)}=1&=1&v=${"v".repeat(2_001)}`;
  const { fields } = await call(long);
  expect([...fields.keys()].map(({ length }) => length)).toEqual([100, 1]);
  expect(fields.get("v")).toHaveLength(2_000);
});

test("a record is 64 levels deep at most", async () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect((await call(nested(64))).record).toBeDefined();
  expect((await call(nested(65))).record).toBeUndefined();
  expect((await call('{"a": null}')).record).toEqual({ a: null });
});

test("a call whose every value is a variable's name is a trial", async () => {
  const trials = ["*alertType*", "%state%", "$STATE", "{{state}}", "<no value>", "null"];
  for (const value of [...trials, "undefined", " $state "]) expect(isPlaceholder(value)).toBe(true);
  for (const value of ["", "down", "*down", "5%", "$5", "{a", "nullify", "x <no value>"])
    expect(isPlaceholder(value), value).toBe(false);
  expect((await call("a=$a&b=%b%")).is_trial).toBe(true);
  expect((await call("a=$a&b=1")).is_trial).toBe(false);
});

test("a posted mail is for whom the address, the envelope or its header names", async () => {
  const recipients = async (body: string, query = "") =>
    (await readPostedMails(`${URL_}?${query}`, Buffer.from(body))).mails?.[0]?.recipients;
  const [a, b, c] = ["a@in.example", "b@in.example", "c@in.example"];
  const named = `recipient=${a}&to=${b}`;
  expect(await recipients(named, `recipient=${c}`)).toEqual([c]);
  expect(await recipients(named)).toEqual([a]);
  const envelope = encodeURIComponent(JSON.stringify({ to: [b, 7] }));
  expect(await recipients(`subject=x&envelope=${envelope}&to=${c}`)).toEqual([b]);
  expect(await recipients(`subject=x&envelope=broken&to=Ada <${c}>, ${a}`)).toEqual([c, a]);
  const many = Array.from({ length: 51 }, (_, n) => `r${n}@in.example`).join(",");
  expect(await recipients(`recipient=${many}`)).toHaveLength(50);
});

test("a posted mail is its raw text, else its plain text, else its HTML", async () => {
  const post = async (body: string) =>
    (await readPostedMails(URL_, Buffer.from(body))).mails?.[0]?.post;
  const raw = "Subject: x\r\n\r\nDOWN";
  expect(await post(raw)).toEqual({ raw: Buffer.from(raw) });
  for (const unknown of ["a=b", "", '{"a": 1}', "[]"])
    expect(await readPostedMails(URL_, Buffer.from(unknown))).toEqual({ mails: null });
  expect(await post("body-mime=Raw&subject=x&text=y")).toEqual({ raw: Buffer.from("Raw") });
  expect(await post("subject=x&body-plain=y")).toEqual({ mail: { subject: "x", text: "y" } });
  for (const [body, read] of [
    ["subject=x&html=<b>z", { text: "z" }],
    ["subject=x&body-plain=y&html=<b>z", { text: "y", html: "z" }],
  ] as const) {
    const html = await post(body);
    expect(html).toMatchObject({ subject: "x", raw: expect.anything() });
    if (html && "raw" in html) expect(await readMail(html.raw)).toMatchObject(read);
  }
  const long = `subject=${"s".repeat(1_001)}&text=${"t".repeat(65_537)}`;
  expect(await post(long)).toEqual({
    mail: { subject: "s".repeat(1_000), text: "t".repeat(65_536) },
  });
});

test("doubts further apart than five minutes and two intervals are no series", () => {
  const MINUTE_MS = 60_000;
  const down = (pause_ms: number, interval_ms: number) => {
    const rules = { retries: 1, confirmations: null, interval_ms };
    const up = { ...UNKNOWN, is_up: true, since_ms: 0 };
    const first = step(up, { outcome: "down", at_ms: 1_000 }, rules);
    return step(first.state, { outcome: "down", at_ms: 1_000 + pause_ms }, rules).verdict;
  };
  expect(down(5 * MINUTE_MS, MINUTE_MS)).toEqual({ is_up: false, since_ms: 1_000 });
  expect(down(5 * MINUTE_MS + 1, MINUTE_MS)).toBeNull();
  expect(down(20 * MINUTE_MS, 10 * MINUTE_MS)).toEqual({ is_up: false, since_ms: 1_000 });
  expect(down(20 * MINUTE_MS + 1, 10 * MINUTE_MS)).toBeNull();
});
