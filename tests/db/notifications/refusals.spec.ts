import { readFindings } from "#lib/api/findings/read.ts";
import { now, shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { tellThroughOutages } from "#tests/support/data/relay-outages.ts";
import { ask, newAddress, waitingFor, waitingMessage } from "#tests/support/data/subscribers.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

function wait(minutes: number): void {
  shiftClock(now().getTime() - Date.now() + minutes * 60_000);
}

const READERS = 12;

for (const [at, code, text] of [
  ["RCPT TO", 550, "relay not permitted"],
  ["RCPT TO", 504, "5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname"],
  ["RCPT TO", 550, "5.4.5 Daily user sending limit exceeded"],
  ["RCPT TO", 554, "5.7.1 Relay access denied"],
  ["RCPT TO", 454, "4.7.1 Relay access denied"],
  ["RCPT TO", 550, "5.1.1 User unknown in virtual mailbox table"],
  ["MAIL FROM", 530, "5.7.0 Authentication required"],
  ["DATA", 554, "5.7.1 Relay access denied"],
] as const)
  test(`a mail server that refuses everybody costs no reader: ${code} ${text} at ${at}`, async ({
    database,
  }) => {
    const room = await newsroom(database);
    const all = [];
    for (let n = 0; n < READERS; n++) all.push(await room.subscribe());
    mails.refusal = { at, code, text };
    await room.open();
    await room.plan();
    for (let n = 0; n < 3; n++) {
      await room.send();
      expect(await room.counts()).toMatchObject({ planned: READERS, waiting: READERS });
      wait(6);
    }
    const findings = await readFindings(room.ctx, room.page);
    const detail = expect.stringContaining(text);
    expect(findings).toMatchObject([{ kind: "mail_waiting", urgency: "error", detail }]);
    mails.refusal = null;
    wait(16);
    await room.send();
    expect(await room.counts()).toMatchObject({ handed_over: READERS });
    await room.open();
    await room.plan();
    await room.send();
    for (const { email } of all) expect(mails.to(email)).toHaveLength(2);
    expect(await readFindings(room.ctx, room.page)).toEqual([]);
  });

const GONE = { at: "RCPT TO", code: 550, text: "5.1.1 no such user" } as const;
// The hour in which a server refuses somebody alike with many others before that is believed.
const ROUNDS = 12;

for (const [dead, alive] of [
  [70, 4],
  [6, 4],
] as const)
  test(`of ${dead + alive} readers ${dead} who are refused alike wait for an hour before that is believed`, async ({
    database,
  }) => {
    const room = await newsroom(database);
    const gone = new Set<string>();
    for (let n = 0; n < dead + alive; n++) {
      const { email } = await room.subscribe();
      if (n < dead) gone.add(email);
    }
    mails.refusalOf = (to) => (gone.has(to) ? GONE : null);
    await room.open();
    await room.plan();
    for (let n = 1; n < ROUNDS; n++) {
      await room.send();
      expect(await room.counts()).toMatchObject({ handed_over: alive, waiting: dead });
      wait(5);
    }
    const [finding] = await readFindings(room.ctx, room.page);
    expect(finding).toMatchObject({ kind: "mail_waiting", detail: `550 ${GONE.text}` });
    await room.send();
    expect(await room.counts()).toMatchObject({ handed_over: alive, quarantined: dead });
  });

test("few dead addresses among many living ones are quarantined at once", async ({ database }) => {
  const room = await newsroom(database);
  const gone = new Set<string>();
  for (let n = 0; n < 40; n++) {
    const { email } = await room.subscribe();
    if (n % 20 === 3) gone.add(email);
  }
  mails.refusalOf = (to) => (gone.has(to) ? GONE : null);
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ handed_over: 38, quarantined: 2 });
});

test("a relay that breaks in the middle of a mailing costs nobody, whatever it says", async ({
  database,
}) => {
  await tellThroughOutages(database, mails, { count: 200, seed: 1 });
});

test("chats and webhooks that one server refuses alike wait, too", async ({
  database,
  receiver,
}) => {
  receiver.answer = (response) => response.writeHead(404).end("no_service");
  process.env.PROVIDER_URLS = `hooks.slack.com=${new URL(receiver.url).origin}`;
  provideEnv({});
  const room = await newsroom(database);
  for (let n = 0; n < READERS; n++)
    await room.subscribe({
      type: "slack",
      webhook_url: `https://hooks.slack.com/services/T/B/${n}`,
    });
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ waiting: READERS });
  receiver.answer = (response) => response.writeHead(200).end("ok");
  wait(6);
  await room.send();
  expect(await room.counts()).toMatchObject({ handed_over: READERS });
  process.env.PROVIDER_URLS = "";
  provideEnv({});
});

for (const text of ["4.1.2 Domain not found", "4.7.1 Greylisted", "4.2.1 over quota"])
  test(`readers who are to be tried later pause nobody else: 450 ${text}`, async ({ database }) => {
    const [room, other] = [await newsroom(database), await newsroom(database)];
    const late = new Set<string>();
    const good: string[] = [];
    for (let n = 0; n < 22; n++) {
      const { email } = await room.subscribe();
      if (n < READERS) late.add(email);
      else good.push(email);
    }
    const elsewhere = await other.subscribe();
    mails.refusalOf = (to) => (late.has(to) ? { at: "RCPT TO", code: 450, text } : null);
    for (let count = 1; count <= 5; count++) {
      await room.open();
      await room.plan();
      await room.send();
      for (const email of good) expect(mails.to(email)).toHaveLength(count);
      wait(1 / 6);
    }
    await other.open();
    await other.plan();
    await other.send();
    expect(mails.to(elsewhere.email)).toHaveLength(1);
  });

test("what a server refuses of one organization pauses no other's mail", async ({ database }) => {
  const [room, other] = [await newsroom(database), await newsroom(database)];
  const refused = new Set<string>();
  for (let n = 0; n < READERS; n++) refused.add((await room.subscribe()).email);
  const { email } = await other.subscribe();
  const refusal = { at: "RCPT TO", code: 554, text: "5.7.1 Policy violation" } as const;
  mails.refusalOf = (to) => (refused.has(to) ? refusal : null);
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ waiting: READERS });
  await other.open();
  await other.plan();
  await other.send();
  expect(mails.to(email)).toHaveLength(1);
});

test("full mailboxes pause nobody else", async ({ database }) => {
  const room = await newsroom(database);
  const full = new Set<string>();
  const refusal = { at: "RCPT TO", code: 552, text: "5.2.2 mailbox full" } as const;
  for (let n = 0; n < READERS; n++) full.add((await room.subscribe()).email);
  const { email } = await room.subscribe();
  mails.refusalOf = (to) => (full.has(to) ? refusal : null);
  await room.open();
  await room.plan();
  await room.send();
  expect(mails.to(email)).toHaveLength(1);
  expect(await readFindings(room.ctx, room.page)).toEqual([]);
});

test("a confirmation waits for a server that refuses us, and operators are told", async ({
  database,
}) => {
  const room = await newsroom(database);
  const email = newAddress();
  await ask(database, room.page.subdomain, { email });
  const outbox_id = await waitingMessage(database, room.page.id);
  const send = () => sendMessage({ outbox_id });
  mails.refusal = { at: "RCPT TO", code: 554, text: `5.7.1 <${email}>: Relay access denied` };
  await send();
  const detail = "554 5.7.1 <…>: Relay access denied";
  expect(await readFindings(room.ctx, room.page)).toMatchObject([{ kind: "mail_waiting", detail }]);
  mails.refusal = null;
  wait(1);
  await send();
  expect(mails.to(email)).toHaveLength(1);
  expect(await waitingFor(database, room.page.id)).toEqual([]);
});

test("a confirmation that is refused as if nobody were there comes once the server is mended", async ({
  database,
}) => {
  const room = await newsroom(database);
  const email = newAddress();
  await ask(database, room.page.subdomain, { email });
  const outbox_id = await waitingMessage(database, room.page.id);
  const send = () => sendMessage({ outbox_id });
  mails.refusal = { at: "RCPT TO", code: 550, text: "5.1.1 User unknown" };
  for (let n = 0; n < 5; n++) {
    await send();
    wait(40);
  }
  mails.refusal = null;
  await send();
  expect(mails.to(email)).toHaveLength(1);
});

test("the owner reads why confirmations wait that are refused to many, not to few", async ({
  database,
}) => {
  const room = await newsroom(database);
  mails.refusal = { at: "RCPT TO", code: 550, text: "5.1.1 User unknown" };
  const askOne = async () => {
    await ask(database, room.page.subdomain, { email: newAddress() });
    const due = await database
      .selectFrom("outbox")
      .select("id")
      .where("status_page_id", "=", room.page.id)
      .where("attempts", "=", 0)
      .execute();
    for (const { id } of due) await sendMessage({ outbox_id: id });
  };
  for (let n = 0; n < 4; n++) await askOne();
  expect(await readFindings(room.ctx, room.page)).toEqual([]);
  await askOne();
  expect(await readFindings(room.ctx, room.page)).toMatchObject([
    { kind: "mail_waiting", detail: "550 5.1.1 User unknown" },
  ]);
});
