import { expect, test } from "@playwright/test";
import { type PostedMail, readPostedMails } from "#lib/monitoring/reports/posted-mail.ts";
import { readByKeywords } from "#lib/monitoring/reports/read-by-keywords.ts";
import { inboundIdOf } from "#lib/monitoring/reports/receive-mail.ts";
import { readMail } from "#lib/monitoring/reports/report-parser.ts";
import { runInWorkerThread } from "#lib/monitoring/reports/run-in-thread.ts";
import { openReportThreads } from "#lib/monitoring/reports/threads.ts";
import { growthOf } from "#tests/support/code/growth.ts";

async function readPostedMail(url: string, body: Buffer): Promise<PostedMail | undefined> {
  const { mails } = await readPostedMails(url, body);
  return mails?.[0];
}

const KEYWORDS = { keyword_up: "UP", keyword_down: "DOWN" };
const URL = "https://status.example.com/api/v2/inbound_emails";

/** "down" where a mail's text has the keyword. */
const readText = (keyword_down: string, text: string) =>
  readByKeywords({ subject: "", text }, { keyword_up: null, keyword_down }).understood;

test("a keyword counts as words of its own, in whichever case and script", () => {
  for (const text of ["Monitor is DOWN.", "[down] x", "it went down", "DOWN"])
    expect([text, readText("down", text)]).toEqual([text, "down"]);
  for (const text of ["Countdown", "downtime report", "", "do wn", "shut-down", "down\u2011time"])
    expect([text, readText("down", text)]).toEqual([text, null]);
  expect(readText("障害", "支払いに障害発生中")).toBe("down");
  expect(readText("up", "updates: it is UP")).toBe("down");
  expect(readText("  ", "anything")).toBeNull();
});

test("the first keyword in the subject decides, else the text; both or neither there say nothing", () => {
  const read = (subject: string, text = "") => readByKeywords({ subject, text }, KEYWORDS);
  expect(read("Checkout is DOWN", "It was up until now").understood).toBe("down");
  expect(read("Checkout is up again", "It was down for 3 minutes").understood).toBe("up");
  expect(read("Alert", "State: Down").understood).toBe("down");
  expect(read("Monitor is DOWN: Sign-up page").understood).toBe("down");
  expect(read("[UP] Checkout (was DOWN for 3 min)").understood).toBe("up");
  expect(read("Sign-up page", "DOWN, not UP")).toMatchObject({ reason: "both_keywords" });
  expect(read("Weekly report", "nothing")).toMatchObject({ reason: "neither_keyword" });
  expect(
    readByKeywords({ subject: "x", text: "" }, { keyword_up: null, keyword_down: " " }),
  ).toMatchObject({ reason: "no_keywords" });
  expect(
    readByKeywords({ subject: "ok", text: "" }, { keyword_up: "ok", keyword_down: null })
      .understood,
  ).toBe("up");
});

test("blanks fold, and letters count however they are composed", () => {
  for (const text of ["monitor is\ndown", "is\u00a0down", "is&nbsp;down", "is \r\n\t DOWN"])
    expect([text, readText("is down", text)]).toEqual([text, "down"]);
  expect(readText("is  down", "is down")).toBe("down");
  expect(readText("gest\u00f6rt", "gesto\u0308rt")).toBe("down");
  expect(readText("gesto\u0308rt", "gest\u00f6rt")).toBe("down");
});

test("of two keywords at one place the longer counts, and equal ones say nothing", () => {
  const read = (keyword_up: string, keyword_down: string, subject: string) =>
    readByKeywords({ subject, text: "" }, { keyword_up, keyword_down });
  expect(read("down again up", "down", "Down again up").understood).toBe("up");
  expect(read("alert", "alert over", "Alert over").understood).toBe("down");
  expect(read("alert", "ALERT", "Alert")).toMatchObject({ reason: "both_keywords" });
});

test("a keyword inside the other, in a name with _ or in an address is none", () => {
  const read = (subject: string, text = "", words = ["up", "down"]) =>
    readByKeywords(
      { subject, text },
      { keyword_up: words[0] ?? null, keyword_down: words[1] ?? null },
    ).understood;
  const reach = ["reachable", "not reachable"];
  for (const [said, ...given] of [
    ["down", "Alert", "Shop is not reachable.", reach],
    ["up", "Alert", "Shop is reachable.", reach],
    [null, "Alert", "Shop is reachable, the API not reachable", reach],
    ["down", "sign_up is down"],
    ["down", "https://shop.example/up is down"],
    ["down", "[up.shop.example] down"],
    ["down", "up@shop.example: down"],
    ["up", "shop.example/up", "", ["shop.example/up", "x"]],
  ] as const)
    expect([given, read(given[0], given[1], [...(given[2] ?? ["up", "down"])])]).toEqual([
      given,
      said,
    ]);
});

const FORWARDED =
  'Subject: Fwd\r\nContent-Type: multipart/mixed; boundary="p"\r\n\r\n--p\r\nContent-Type: text/plain\r\n\r\nFYI\r\n--p\r\nContent-Type: message/rfc822\r\nDISPOSITION\r\nSubject: Checkout is DOWN\r\n\r\nIt was up until now.\r\n--p--\r\n';
const ALTERNATIVE =
  'Subject: Alert\r\nContent-Type: multipart/alternative; boundary="p"\r\n\r\n--p\r\nContent-Type: text/plain\r\n\r\nPlease view in HTML.\r\n--p\r\nContent-Type: text/html\r\n\r\n<p>Checkout is&nbsp;<b>DOWN</b></p>\r\n--p--\r\n';

test("a mail forwarded as attachment is read, and HTML where the text says nothing", async () => {
  for (const disposition of ["", 'Content-Disposition: attachment; filename="a.eml"\r\n'])
    for (const mail of [FORWARDED.replace("DISPOSITION", disposition), ALTERNATIVE]) {
      const read = await readMail(Buffer.from(mail));
      expect([mail, readByKeywords(read, KEYWORDS).understood]).toEqual([mail, "down"]);
    }
  const nested = FORWARDED.replace("DISPOSITION", "").replace(/Subject: Checkout.*/s, ALTERNATIVE);
  await readMail(Buffer.from(nested));
});

test("mails are read whatever their charset, encoding and parts", async () => {
  const html = await readMail(
    Buffer.from(
      "To: <a@b.example>\r\nSubject: =?utf-8?B?U3TDtnJ1bmc=?=\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<style>x</style><p>is&nbsp;<b>DOWN</b></p>",
    ),
  );
  expect(html.subject).toBe("Störung");
  expect(readText("down", html.text)).toBe("down");
  expect(html.recipients).toEqual(["a@b.example"]);
  const parts = await readMail(
    Buffer.from(
      'Delivered-To: x@b.example\r\nContent-Type: multipart/alternative; boundary="p"\r\n\r\n--p\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nSt=F6rung: DOWN\r\n--p--\r\n',
    ),
  );
  expect(parts.text).toContain("Störung: DOWN");
  expect(parts.recipients).toEqual(["x@b.example"]);
});

test("hostile mails of a MiB are given up after two seconds at the latest", async () => {
  const close = openReportThreads();
  const nested = Array.from(
    { length: 5_000 },
    (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\r\n\r\n--b${index}\r\n`,
  ).join("");
  const fill = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
  for (const hostile of [
    nested,
    fill("X: y\r\n"),
    `Subject: ${fill("=?utf-8?Q?=41?= ")}\r\n\r\n`,
    `Content-Type: text/html\r\n\r\n${fill("<")}`,
    `Content-Type: text/html\r\n\r\n${fill("<!--")}`,
    `Content-Type: text/html\r\n\r\n${fill("<br ")}`,
    `To: ${fill("a@b.example, ")}\r\n\r\n`,
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill("--b\r\n\r\n")}`,
    fill("\0"),
  ]) {
    const began = performance.now();
    await runInWorkerThread({ mail: Buffer.from(hostile) }, "hostile");
    const [what, ms] = [hostile.slice(0, 40), performance.now() - began];
    expect([what, ms < 4_000]).toEqual([what, true]);
  }
  await close();
});

test("what never had its turn is not refused for good: it may come again", async () => {
  const close = openReportThreads();
  const mail = Buffer.from(`To: ${"a@b.example, ".repeat(80_000)}\r\n\r\n`);
  const works = Array.from({ length: 12 }, () => runInWorkerThread({ mail }, "one"));
  const codes = (await Promise.allSettled(works)).flatMap((work) =>
    work.status === "rejected" ? [work.reason.code] : [],
  );
  expect(new Set(codes)).toEqual(new Set(["rate_limited"]));
  await close();
});

const ID = "0b0e7c1e-3b52-4f3b-9d7e-1f6f7a1c2d3e";
const TO = `${ID}@localhost`;

test("what Mailgun, SendGrid and Postmark post is read alike; so is a mail as it came", async () => {
  const form = (fields: Record<string, string>) =>
    readPostedMail(URL, Buffer.from(new URLSearchParams(fields).toString()));
  const mail = { subject: "DOWN", text: "since noon" };
  expect(
    await form({ recipient: TO, subject: "DOWN", "body-plain": "since noon", token: "t" }),
  ).toEqual({ recipients: [TO], post: { mail } });
  const envelope = JSON.stringify({ to: [TO], from: "a@b.example" });
  expect(
    await form({ to: "All <x@y.example>", envelope, subject: "DOWN", text: "since noon" }),
  ).toEqual({ recipients: [TO], post: { mail } });
  const postmark = { OriginalRecipient: TO, Subject: "DOWN", TextBody: "since noon" };
  expect(await readPostedMail(URL, Buffer.from(JSON.stringify(postmark)))).toEqual({
    recipients: [TO],
    post: { mail },
  });
  const raw = `To: ${TO}\r\nSubject: DOWN\r\n\r\nsince noon & subject=UP`;
  for (const posted of [
    await form({ recipient: TO, "body-mime": raw }),
    await form({ envelope, email: raw }),
  ])
    expect(posted).toEqual({ recipients: [TO], post: { raw: Buffer.from(raw) } });
  expect(await readPostedMail(URL, Buffer.from(raw))).toEqual({
    recipients: [],
    post: { raw: Buffer.from(raw) },
  });
  const asked = await readPostedMail(`${URL}?recipient=${TO}`, Buffer.from(raw));
  expect(asked?.recipients).toEqual([TO]);
});

const MAIL = { subject: "DOWN", text: "since noon" };
const RAW = `To: ${TO}\r\nSubject: DOWN\r\n\r\nsince noon`;
const BASE64 = Buffer.from(RAW).toString("base64");

function byAmazon(message: object): object {
  return {
    ...{ Type: "Notification", MessageId: "1", TopicArn: "arn:aws:sns:eu-west-1:1:mail" },
    ...{ Timestamp: "2026-11-20T10:00:00.000Z", Message: JSON.stringify(message) },
  };
}

const received = { notificationType: "Received", mail: {}, receipt: { recipients: [TO] } };
const POSTED: [name: string, body: object | string, post: object][] = [
  ["SES", byAmazon({ ...received, content: RAW }), { raw: Buffer.from(RAW) }],
  ["SES in Base64", byAmazon({ ...received, content: BASE64 }), { raw: Buffer.from(RAW) }],
  [
    "Mandrill",
    String(
      new URLSearchParams({
        mandrill_events: JSON.stringify([{ event: "inbound", msg: { email: TO, raw_msg: RAW } }]),
      }),
    ),
    { raw: Buffer.from(RAW) },
  ],
  [
    "SparkPost",
    [
      {
        msys: {
          relay_message: {
            rcpt_to: TO,
            content: { email_rfc822: BASE64, email_rfc822_is_base64: true },
          },
        },
      },
    ],
    { raw: Buffer.from(RAW) },
  ],
  [
    "Brevo",
    { items: [{ To: [{ Address: TO }], Subject: "DOWN", RawTextBody: "since noon" }] },
    { mail: MAIL },
  ],
  [
    "MailerSend",
    { type: "inbound.message", data: { recipients: { rcptTo: [{ email: TO }] }, ...MAIL } },
    { mail: MAIL },
  ],
  ["Postal", { id: 1, rcpt_to: TO, message: BASE64, base64: true }, { raw: Buffer.from(RAW) }],
  [
    "Postal, processed",
    { id: 1, rcpt_to: TO, subject: "DOWN", plain_body: "since noon" },
    { mail: MAIL },
  ],
  [
    "CloudMailin",
    { envelope: { to: TO }, headers: { subject: "DOWN" }, plain: "since noon" },
    { mail: MAIL },
  ],
  [
    "CloudMailin's form",
    `envelope[to]=${TO}&envelope[recipients][0]=${TO}&headers[Subject]=DOWN&plain=since noon`,
    { mail: MAIL },
  ],
  ["Mailjet", { Recipient: TO, Subject: "DOWN", "Text-part": "since noon" }, { mail: MAIL }],
];

test("what other providers post is read alike, and their empty tests are no mail", async () => {
  for (const [name, body, post] of POSTED) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const posted = await readPostedMails(URL, Buffer.from(text));
    expect([name, posted]).toEqual([name, { mails: [{ recipients: [TO], post }] }]);
  }
  for (const empty of ["mandrill_events=[]", '[{"msys":{}}]', '{"items":[]}'])
    expect(await readPostedMails(URL, Buffer.from(empty))).toEqual({ mails: [] });
  const stored = JSON.stringify(byAmazon(received));
  expect(await readPostedMails(URL, Buffer.from(stored))).toEqual({ mails: null });
});

test("only a UUID at the installation's own domain is an address of a service", () => {
  expect(inboundIdOf(` <${TO.toUpperCase()}> `)).toBe(ID);
  for (const other of [`${ID}@example.com`, `${ID}x@localhost`, "a@localhost", TO + TO, ""])
    expect([other, inboundIdOf(other)]).toEqual([other, null]);
});

test("a mail of four times the length takes about four times as long to read for keywords", () => {
  for (const part of ["a", "+", ".", "a.", "a@", "a@b", "a:/", "1a-", "é", "障"]) {
    const growth = growthOf(part, 16_384, (text) =>
      readByKeywords({ subject: "", text }, KEYWORDS),
    );
    expect([part, growth < 10 || growth]).toEqual([part, true]);
  }
});
