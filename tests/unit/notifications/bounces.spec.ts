import { expect, test } from "@playwright/test";
import { readBounce } from "#lib/notifications/provider-reports/bounces.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { readReturnPath, returnPathOf } from "#lib/subscribers/return-path.ts";

test.afterEach(() => {
  process.env.INBOUND_EMAIL_DOMAIN = "";
  provideEnv({});
});

const HEAD = "Reporting-MTA: dns; relay.example\r\nArrival-Date: Fri, 27 Nov 2026 10:00:00 +0000";
const TO = "Final-Recipient: rfc822; ada@example.net";

/** Fields of a recipient, as servers write them. */
const BOUNCES: [fields: string, subject: string | null][] = [
  [
    "Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 <ada@example.net>: Recipient\r\n    address rejected: User unknown in virtual mailbox table",
    "person",
  ],
  ["Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 No such user", "person"],
  ["Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 relay not permitted", "us"],
  [
    "Action: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found",
    "person",
  ],
  [
    "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 554 5.7.1 Client host blocked using zen.spamhaus.org",
    "us",
  ],
  [
    "Action: failed\nStatus: 5.4.4\nDiagnostic-Code: X-Postfix; Host or domain name not found. Name service error for name=example.net type=A: Host not found",
    "later",
  ],
  ["Action: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; Connection timed out", "later"],
  ["Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full", "full"],
  ["Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 554 looks like spam", "message"],
  ["Action: failed\nStatus: 5.1.1 (bad destination mailbox address)", "person"],
  ["Action: delayed\nStatus: 4.4.1", null],
  ["Action: relayed\nStatus: 2.0.0", null],
];

test("a mail that came back reaches the verdict that its refusal would have had", () => {
  for (const [fields, subject] of BOUNCES) {
    const found = readBounce(`${HEAD}\r\n\r\n${TO}\r\n${fields}\r\n`);
    expect(found?.subject ?? null, fields).toBe(subject);
  }
  expect(readBounce("")).toBeNull();
});

test("a return path names its recipient, and nobody else can make one", () => {
  const returned = { status_page_id: 7, subscription_id: 123_456, event_id: 99 };
  expect(returnPathOf(returned)).toBeNull();
  process.env.INBOUND_EMAIL_DOMAIN = "In.example.com";
  provideEnv({});
  const path = returnPathOf(returned) ?? "";
  expect(path).toMatch(/^bounces\+7-2n9c-2r-[0-9a-f]{20}@in\.example\.com$/);
  expect(readReturnPath(path)).toEqual(returned);
  expect(readReturnPath(`<${path.toUpperCase()}>`)).toEqual(returned);
  const confirmed = returnPathOf({ ...returned, event_id: null }) ?? "";
  expect(readReturnPath(confirmed)).toEqual({ ...returned, event_id: null });
  for (const forged of [
    path.replace("+7-", "+8-"),
    path.replace("in.example", "out.example"),
    path.replace(/-[0-9a-f]{20}@/, `-${"0".repeat(20)}@`),
    path.replace(/-[0-9a-f]{20}@/, "-abc@"),
    "bounces@in.example.com",
  ])
    expect(readReturnPath(forged), forged).toBeNull();
});
