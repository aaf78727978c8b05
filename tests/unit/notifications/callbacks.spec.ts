import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "@playwright/test";
import { mailgun } from "#lib/notifications/provider-reports/mailgun.ts";
import { sendgrid } from "#lib/notifications/provider-reports/sendgrid.ts";
import { twilio, twilioSignature } from "#lib/notifications/provider-reports/twilio.ts";
import { callbackUrl, integrationOfToken } from "#lib/pages/integrations/health.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";

const NOW = new Date("2026-11-20T14:02:00Z");
const NOW_S = NOW.getTime() / 1_000;
const URL_OF = "https://status.example/api/callbacks/7-mark";

test("an address for callbacks is of one integration, and nobody can guess it", () => {
  provideEnv({ APP_SECRET });
  const token = callbackUrl(7).split("/").at(-1) ?? "";
  expect(integrationOfToken(token)).toBe(7);
  for (const wrong of [
    "",
    "7",
    "7-",
    token.replace("7-", "8-"),
    `${token}x`,
    "07-x",
    "7-".padEnd(24, "A"),
  ])
    expect(integrationOfToken(wrong), wrong).toBeNull();
});

test("Twilio's signature is the one that its documentation shows", () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const body = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  }).toString();
  const signature = twilioSignature(url, body, "12345").toString("base64");
  expect(signature).toBe("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
  const told = (given: string, key: string | null) =>
    twilio.isGenuine(
      { url, body, headers: new Headers({ "x-twilio-signature": given }) },
      { key, password: null },
      NOW,
    );
  expect(told(signature, "12345")).toBe(true);
  expect(told(signature, "54321")).toBe(false);
  expect(told("", "12345")).toBe(false);
  expect(told(signature, null)).toBe(false);
});

test("Twilio: STOP and START are heard, and numbers that are none", () => {
  const read = (form: Record<string, string>) =>
    twilio.read(new URLSearchParams(form).toString())[0];
  const From = "+4915112345678";
  for (const Body of ["STOP", " stop ", "Unsubscribe", "QUIT"])
    expect(read({ From, Body })).toMatchObject({ address: From, status: "unsubscribed" });
  expect(read({ From, Body: "whatever", OptOutType: "STOP" })).toMatchObject({
    status: "unsubscribed",
  });
  expect(read({ From, Body: "Start" })).toMatchObject({ address: From, status: "resubscribed" });
  expect(read({ From, Body: "Please stop by" })).toBeUndefined();
  const failed = { To: From, MessageStatus: "undelivered" };
  expect(read({ ...failed, ErrorCode: "30005" })).toMatchObject({
    address: From,
    status: "bounced",
  });
  expect(read({ ...failed, ErrorCode: "30006" })).toMatchObject({ status: "bounced" });
  expect(read({ ...failed, ErrorCode: "30007" })).toBeUndefined();
  expect(read({ To: From, MessageStatus: "delivered" })).toBeUndefined();
});

function fromMailgun(event: object, { at = NOW_S, key = "signing-key" } = {}) {
  const [timestamp, token] = [String(at), "a-token-of-fifty-characters"];
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  return JSON.stringify({ signature: { timestamp, token, signature }, "event-data": event });
}

test("Mailgun: only what its signing key signed lately counts", () => {
  const genuine = (body: string, password: string | null = "signing-key") =>
    mailgun.isGenuine({ url: URL_OF, headers: new Headers(), body }, { key: "k", password }, NOW);
  expect(genuine(fromMailgun({}))).toBe(true);
  expect(genuine(fromMailgun({}, { key: "other" }))).toBe(false);
  expect(genuine(fromMailgun({}, { at: NOW_S - 13 * 3_600 }))).toBe(false);
  expect(genuine(fromMailgun({}, { at: NOW_S + 3_600 }))).toBe(false);
  expect(genuine(fromMailgun({}), null)).toBe(false);
  for (const body of ["", "null", "[]", "{}", '{"signature":1}', "not json"])
    expect(genuine(body), body).toBe(false);
});

test("Mailgun: bounces and complaints are told from what may pass", () => {
  const recipient = "ada@example.com";
  const read = (event: object) => mailgun.read(fromMailgun({ recipient, ...event }))[0];
  const status = { code: 550, message: "No such user" };
  expect(read({ event: "failed", severity: "permanent", "delivery-status": status })).toEqual({
    type: "email",
    address: recipient,
    status: "bounced",
    reason: "bounced: 550 No such user",
  });
  expect(read({ event: "failed", severity: "temporary" })).toBeUndefined();
  const refused = { event: "failed", severity: "permanent" };
  const known = { code: 605, message: "Not delivering to previously bounced address" };
  const suppressed = { reason: "suppress-bounce", "delivery-status": known };
  expect(read({ ...refused, ...suppressed })).toMatchObject({ status: "bounced" });
  for (const message of [
    "5.7.1 Message refused: sender not allowed",
    "5.2.2 mailbox full",
    "Transaction failed",
  ]) {
    expect(read({ ...refused, "delivery-status": { code: 550, message } })).toBeUndefined();
  }
  expect(read({ event: "complained" })).toMatchObject({ status: "unsubscribed" });
  expect(read({ event: "unsubscribed" })).toMatchObject({ status: "unsubscribed" });
  expect(read({ event: "delivered" })).toBeUndefined();
  expect(mailgun.read("{}")).toEqual([]);
});

test("SendGrid: an ECDSA signature over time and body as they came", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const password = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const body = '[{"email":"ada@example.com","event":"bounce"}]\r\n';
  const genuine = (given: { body?: string; at?: number; password?: string | null } = {}) => {
    const { at = NOW_S } = given;
    const signature = sign("sha256", Buffer.from(at + body), privateKey).toString("base64");
    const headers = new Headers({
      "x-twilio-email-event-webhook-signature": signature,
      "x-twilio-email-event-webhook-timestamp": String(at),
    });
    const call = { url: URL_OF, headers, body: given.body ?? body };
    const secrets = { key: "k", password: given.password === undefined ? password : null };
    return sendgrid.isGenuine(call, secrets, NOW);
  };
  expect(genuine()).toBe(true);
  expect(genuine({ body: body.trim() })).toBe(false);
  expect(genuine({ at: NOW_S - 26 * 3_600 })).toBe(false);
  expect(genuine({ password: null })).toBe(false);
  const other = { url: URL_OF, headers: new Headers(), body };
  expect(sendgrid.isGenuine(other, { key: null, password: "no key" }, NOW)).toBe(false);
});

test("SendGrid: of a list of events those that end an address", () => {
  const email = "ada@example.com";
  const read = (event: object) => sendgrid.read(JSON.stringify([{ email, ...event }]))[0]?.status;
  expect(read({ event: "bounce", type: "bounce", reason: "550 5.1.1" })).toBe("bounced");
  expect(read({ event: "bounce", type: "bounce", reason: "554 failed" })).toBeUndefined();
  expect(read({ event: "bounce", type: "blocked" })).toBeUndefined();
  expect(read({ event: "dropped", reason: "Bounced Address" })).toBe("bounced");
  expect(read({ event: "dropped", reason: "Spam Reporting Address" })).toBe("unsubscribed");
  expect(read({ event: "dropped", reason: "Something else" })).toBeUndefined();
  expect(read({ event: "spamreport" })).toBe("unsubscribed");
  expect(read({ event: "deferred" })).toBeUndefined();
  for (const body of ["{}", "null", "x", '[null,1,"a"]']) expect(sendgrid.read(body)).toEqual([]);
});
