import { createTransport } from "nodemailer";
import { readFindings } from "#lib/api/findings/read.ts";
import { openMailReceiver } from "#lib/monitoring/reports/mail-receiver.ts";
import { now, shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { ask, newAddress, waitingMessage } from "#tests/support/data/subscribers.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const port = await ownPort();
let close: () => Promise<void>;

function settings(INBOUND_EMAIL_DOMAIN: string, INBOUND_SMTP_PORT: string): void {
  Object.assign(process.env, { INBOUND_EMAIL_DOMAIN, INBOUND_SMTP_PORT });
  provideEnv({});
}

test.beforeEach(() => {
  settings("in.example.com", String(port));
  close = openMailReceiver();
});
test.afterEach(async () => {
  shiftClock(0);
  await close();
  settings("", "");
});

/** Returns a mail as a relay does that could not deliver it. */
async function giveBack(to: string, fields: string) {
  const part = (type: string, text: string) => `--part\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  const raw = [
    "From: MAILER-DAEMON@relay.example\r\nSubject: Undelivered Mail Returned to Sender\r\n",
    "MIME-Version: 1.0\r\n",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"\r\n\r\n',
    part("text/plain", "I'm sorry to have to inform you."),
    part("message/delivery-status", `Reporting-MTA: dns; relay.example\r\n\r\n${fields}`),
    part("text/rfc822-headers", "Subject: Payments fail"),
    "--part--\r\n",
  ].join("");
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  await transport.sendMail({ raw, envelope: { from: "", to } }).finally(() => transport.close());
}

const GONE = "Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 User unknown";
const OURS =
  "Action: failed\r\nStatus: 5.7.1\r\nDiagnostic-Code: smtp; 550 5.7.1 Relay access denied";
const FULL = "Action: failed\r\nStatus: 5.2.2\r\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full";

test("whose mail comes back since they are gone is in quarantine, once, and nobody else", async ({
  database,
}) => {
  const room = await newsroom(database);
  const [gone, full] = [await room.subscribe(), await room.subscribe()];
  await room.open();
  await room.plan();
  await room.send();
  const [lost, other] = [await mails.nth(gone.email), await mails.nth(full.email)];
  expect(lost.from).toMatch(/^bounces\+[\w-]+@in\.example\.com$/);
  expect(lost.mail.from?.address).toBe("status@localhost");
  await giveBack(lost.from, GONE);
  await giveBack(lost.from, GONE);
  // Where the mailbox forwards to, or an address that was changed since.
  await giveBack(other.from, `Final-Recipient: rfc822; other@example.net\r\n${GONE}`);
  await giveBack(other.from, FULL);
  const rows = await database
    .selectFrom("subscriptions")
    .select(["id", "quarantine_kind", "quarantine_reason"])
    .where("status_page_id", "=", room.page.id)
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { id: gone.id, quarantine_kind: "dead", quarantine_reason: "bounced: 550 5.1.1 User unknown" },
    { id: full.id, quarantine_kind: null, quarantine_reason: null },
  ]);
  const forged = lost.from.replace(/[0-9a-f]{20}@/, `${"0".repeat(20)}@`);
  await expect(giveBack(forged, GONE)).rejects.toMatchObject({ responseCode: 550 });
});

test("what comes back because of us is sent again, and the owner reads why", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  const { from, mail } = await mails.nth(email);
  await giveBack(from, OURS);
  expect(await room.counts()).toMatchObject({ waiting: 1, quarantined: 0 });
  expect(await readFindings(room.ctx, room.page)).toMatchObject([
    { kind: "mail_waiting", detail: "550 5.7.1 Relay access denied" },
  ]);
  shiftClock(now().getTime() - Date.now() + 10 * 60_000);
  await room.send();
  const again = await mails.nth(email, 2);
  expect(again.mail.messageId).toBe(mail.messageId);
  expect(await readFindings(room.ctx, room.page)).toEqual([]);
});

test("a confirmation that comes back reaches the same verdict; a reply is not read", async ({
  database,
}) => {
  const room = await newsroom(database);
  const email = newAddress();
  await ask(database, room.page.subdomain, { email });
  const outbox_id = await waitingMessage(database, room.page.id);
  await sendMessage({ outbox_id });
  const { from } = await mails.nth(email);
  const kind = async () =>
    (
      await database
        .selectFrom("subscriptions")
        .select("quarantine_kind")
        .where("status_page_id", "=", room.page.id)
        .executeTakeFirstOrThrow()
    ).quarantine_kind;
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  await transport.sendMail({ from: email, to: from, subject: "Out of office", text: GONE });
  transport.close();
  expect(await kind()).toBeNull();
  await giveBack(from, GONE);
  expect(await kind()).toBe("dead");
});
