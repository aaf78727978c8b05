import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import type { Db } from "#db/index.ts";
import { getStoredMail, listStoredMail } from "#lib/channels/email/mail-folder.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deliverMessage } from "#lib/core/outbox/messages.ts";
import { resumeMessages } from "#lib/core/outbox/resume-messages.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import type { Mail } from "#lib/platform/mail/mime.ts";
import { closeRelays } from "#lib/platform/mail/relay.ts";
import { sendMail } from "#lib/platform/mail/send.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { startWorker } from "#lib/server/worker/worker.ts";
import { erasePerson } from "#lib/subscribers/personal-data.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { useSmtp } from "#tests/support/data/news.ts";
import { ask, newAddress, waitingFor } from "#tests/support/data/subscribers.ts";
import { refusedOn } from "#tests/support/http/subscribe-calls.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { linkIn, MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const MAIL: Mail = {
  message_id: "abc@status.example",
  from: { name: "Ada’s Status", address: "status@ada.example" },
  reply_to: "help@ada.example",
  to: "reader@example.com",
  subject: "Ausgefallen: Zahlungen\r\nBcc: everybody@example.com",
  text: "Grüße",
  html: "<p>Grüße</p>",
  headers: { "List-Id": "ada <ada.status.example>" },
};

async function useMaildir(): Promise<string> {
  process.env.DATA_DIR = await ownFolder();
  useSmtp("");
  return join(process.env.DATA_DIR, "mail");
}

const dataDir = process.env.DATA_DIR;
test.afterEach(() => {
  process.env.DATA_DIR = dataDir ?? "";
});

async function outbox(db: Db, status_page_id: number) {
  return db
    .selectFrom("outbox")
    .selectAll()
    .where("status_page_id", "=", status_page_id)
    .executeTakeFirst();
}

test("a mail leaves by SMTP: the page in From, this server in the envelope, no header injected", async () => {
  expect(await sendMail(MAIL)).toEqual({ outcome: "delivered" });
  const { from, to, raw, mail } = await mails.nth("reader@example.com");
  expect([from, to]).toEqual(["status@localhost", "reader@example.com"]);
  expect(mail.from).toMatchObject({ name: "Ada’s Status", address: "status@ada.example" });
  expect(mail.replyTo?.[0]).toMatchObject({ address: "help@ada.example" });
  expect(mail.messageId).toBe("<abc@status.example>");
  expect([mail.text?.trim(), mail.html?.trim()]).toEqual(["Grüße", "<p>Grüße</p>"]);
  expect(mail.bcc ?? []).toEqual([]);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^List-Id: ada <ada\.status\.example>\r$/im);
});

test("mail servers are greeted with the domain of the sender, or as the operator says", async () => {
  for (const SMTP_EHLO_NAME of ["", "out.ada.example"]) {
    Object.assign(process.env, { MAIL_FROM: "status@mail.ada.example", SMTP_EHLO_NAME });
    provideEnv({});
    await sendMail(MAIL);
  }
  expect([...mails.greetings]).toEqual(["mail.ada.example", "out.ada.example"]);
  Object.assign(process.env, { MAIL_FROM: "", SMTP_EHLO_NAME: "" });
});

test("an address beyond ASCII is asked of no server that cannot take it, and waits for one that can", async () => {
  mails.takesUtf8 = false;
  const to = "jörg@example.com";
  const reason = "the mail server cannot send to addresses with letters beyond ASCII";
  for (const _ of "ab")
    expect(await sendMail({ ...MAIL, to })).toEqual({
      ...{ outcome: "try_again", reason, trouble: reason },
    });
  expect([mails.asked, mails.connections]).toEqual([0, 1]);
  expect(await sendMail({ ...MAIL, to: "reader@bücher.example" })).toEqual({
    outcome: "delivered",
  });
  expect(mails.came.map(({ raw }) => /^To: (.*)\r$/m.exec(raw)?.[1])).toEqual([
    "reader@xn--bcher-kva.example",
  ]);
  closeRelays();
  mails.takesUtf8 = true;
  expect(await sendMail({ ...MAIL, to })).toEqual({ outcome: "delivered" });
  expect(mails.came.at(-1)?.to).toBe(to);
});

test("whoever subscribes with such an address is told, unless the server takes it or does not say", async ({
  database,
  organization: { page },
}) => {
  const subscribe = (email: string) => ask(database, page.subdomain, { email });
  for (const takes of [false, true]) {
    mails.takesUtf8 = takes;
    closeRelays();
    const asked = subscribe("jörg@example.com");
    if (takes) expect(await asked).toEqual({ state: "asked" });
    else await expect(asked).rejects.toMatchObject(refusedOn("email", "ascii_only"));
    expect(await subscribe("jorg@bücher.example")).toEqual({ state: "asked" });
  }
  closeRelays();
  await mails.close();
  expect(await subscribe("günter@example.com")).toEqual({ state: "asked" });
});

test("a mail goes to one address, whatever a list of addresses would look like", async () => {
  const odd = ["1,reader@example.com", "1;reader@example.com", "(1)reader@example.com"];
  for (const to of [...odd, "g:reader@example.com;"]) await sendMail({ ...MAIL, to });
  expect(mails.to("reader@example.com")).toEqual([]);
  await sendMail(MAIL);
  expect(mails.to("reader@example.com")).toHaveLength(1);
});

test("without SMTP_URL mails lie in a maildir, once each, for their owner alone", async () => {
  const folder = await useMaildir();
  await Promise.all([sendMail(MAIL), sendMail({ ...MAIL, message_id: "other@status.example" })]);
  await sendMail(MAIL);
  expect((await readdir(folder)).sort()).toEqual(["cur", "new", "tmp"]);
  expect(await readdir(join(folder, "tmp"))).toEqual([]);
  const names = (await readdir(join(folder, "new"))).sort();
  expect(names).toEqual(["abc@status.example", "other@status.example"]);
  const file = join(folder, "new", "abc@status.example");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await PostalMime.parse(await readFile(file))).text?.trim()).toBe("Grüße");
});

test("what a mail server refuses is tried again, or never again, as it says", async () => {
  const outcomes: string[] = [];
  for (const refusal of [
    { at: "RCPT TO", code: 450, text: "4.2.1 try later" },
    { at: "RCPT TO", code: 552, text: "5.2.2 mailbox full" },
    { at: "RCPT TO", code: 550, text: "5.1.1 no such user" },
    { at: "DATA", code: 451, text: "4.3.0 try later" },
    { at: "DATA", code: 554, text: "5.7.1 not wanted" },
  ] as const) {
    mails.refusal = refusal;
    outcomes.push((await sendMail(MAIL)).outcome);
  }
  await mails.close();
  outcomes.push((await sendMail(MAIL)).outcome);
  expect(outcomes).toEqual([
    ...["try_again", "try_again", "never_again"],
    ...["try_again", "never_again", "try_again"],
  ]);
});

test("what asks to confirm leaves by the page's own account, not by the server's", async ({
  database,
  organization: { page },
}) => {
  const own = await MailServer.open();
  allowPrivateTargets(true);
  const account = { relay: "127.0.0.1", port: own.port, email_from_address: "news@ada.example" };
  const integration = { name: "smtp", ...account, settings: { enabled: true } };
  const ctx = systemContext(database, "test");
  await createIntegration(ctx, page, parseInput(CreateIntegration, integration));
  const email = newAddress();
  await ask(database, page.subdomain, { email });
  await sendMessage({ outbox_id: (await outbox(database, page.id))?.id ?? 0 });
  expect(await waitingFor(database, page.id)).toEqual([]);
  expect(mails.came).toEqual([]);
  const [came] = own.to(email);
  expect([came?.from, came?.mail.from?.address]).toEqual(["news@ada.example", "news@ada.example"]);
  allowPrivateTargets(false);
  await own.close();
});

test("a page's kept mail is read by its own team only", async ({ database, organization }) => {
  await useMaildir();
  const { page } = organization;
  const stranger = (await mintOrganization(database)).page;
  const email = newAddress();
  await ask(database, page.subdomain, { email });
  await sendMessage({ outbox_id: (await outbox(database, page.id))?.id ?? 0 });
  const ctx = systemContext(database, "test");
  const { mails, isMailSent } = await listStoredMail(ctx, page);
  expect([mails, isMailSent]).toMatchObject([
    [{ to: email, subject: expect.stringMatching(/^Confirm/) }],
    false,
  ]);
  const [kept] = mails;
  const { html, link } = await getStoredMail(ctx, { ...page, name: kept?.name ?? "" });
  expect(html).toContain(link);
  expect(link).toContain("/subscribe/confirm/");
  expect(await listStoredMail(ctx, stranger)).toMatchObject({ mails: [], total_count: 0 });
  await expect(getStoredMail(ctx, { ...stranger, name: kept?.name ?? "" })).rejects.toMatchObject({
    code: "not_found",
  });
  await erasePerson(ctx, page, { address: email });
  expect(await listStoredMail(ctx, page)).toMatchObject({ mails: [], total_count: 0 });
});

test("a mail waits for the mail server, and comes under the Message-ID it had from the start", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  mails.refusal = { at: "DATA", code: 451, text: "4.3.2 not now" };
  const email = newAddress();
  await ask(database, subdomain, { email });
  const worker = startWorker();
  // The worker may send mails of other tests first.
  await expect
    .poll(() => outbox(database, id))
    .toMatchObject({ attempts: 1, claimed_until: null, kind: "subscription.confirm" });
  const waiting = await outbox(database, id);
  mails.refusal = null;
  await worker.stop();
  shiftClock(40_000);
  await sendMessage({ outbox_id: waiting?.id ?? 0 });
  const { mail } = await mails.nth(email);
  expect(mail.messageId).toBe(`<${waiting?.message_id}@${subdomain}.localhost>`);
  expect(linkIn({ mail }, "subscribe/confirm")).toContain(`//${subdomain}.localhost`);
  expect(await waitingFor(database, id)).toEqual([]);
});

test("what nobody takes for hours is given up, and what came too late is not sent", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  mails.refusal = { at: "RCPT TO", code: 550, text: "5.1.1 no such user" };
  await ask(database, subdomain, { email: newAddress() });
  for (let attempt = 1; attempt <= 8; attempt++) {
    expect(await waitingFor(database, id)).toHaveLength(1);
    await sendMessage({ outbox_id: (await outbox(database, id))?.id ?? 0 });
    shiftClock(attempt * 5 * 3_600_000);
  }
  expect([await waitingFor(database, id), mails.asked]).toEqual([[], 8]);
  await ask(database, subdomain, { email: newAddress() });
  shiftClock(30 * 86_400_000);
  await sendMessage({ outbox_id: (await outbox(database, id))?.id ?? 0 });
  expect([await waitingFor(database, id), mails.asked]).toEqual([[], 8]);
});

test("the attempt of a process that died is made again by another, minutes later", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  const email = newAddress();
  await ask(database, subdomain, { email });
  const row = await outbox(database, id);
  const { promise: died, reject } = Promise.withResolvers<never>();
  const ctx = systemContext(database, "send-message");
  let began = 0;
  const dying = deliverMessage(ctx, row?.id ?? 0, {
    "subscription.confirm": () => {
      began += 1;
      return died;
    },
  });
  await expect.poll(() => began).toBe(1);
  await sendMessage({ outbox_id: row?.id ?? 0 });
  expect(mails.came).toEqual([]);
  shiftClock(6 * 60_000);
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await resumeMessages();
  const worker = startWorker();
  await mails.nth(email);
  await expect.poll(() => waitingFor(database, id)).toEqual([]);
  await worker.stop();
  reject(new Error("killed"));
  await dying;
});

test("a message goes with the subscription it is about, and nothing readable waits in the database", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  const email = newAddress();
  await ask(database, subdomain, { email });
  const row = await outbox(database, id);
  expect(JSON.stringify(row)).not.toContain(email);
  const links = await database
    .selectFrom("subscription_links")
    .selectAll()
    .where("status_page_id", "=", id)
    .execute();
  expect(links).toMatchObject([{ purpose: "confirm", token_sealed: null }]);
  await database.deleteFrom("subscriptions").where("status_page_id", "=", id).execute();
  expect(await outbox(database, id)).toBeUndefined();
});
