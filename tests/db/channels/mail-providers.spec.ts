import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { addToGroup } from "#tests/support/data/access-groups.ts";
import { mintService, mintUser, type PageOptions } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.afterEach(async () => {
  shiftClock(0);
  await senders.stop();
  process.env.PROVIDER_URLS = "";
  provideEnv({});
});
test.afterAll(() => allowPrivateTargets(false));

function callInstead(host: string, url: string): void {
  process.env.PROVIDER_URLS = `${host}=${new URL(url).origin}`;
  provideEnv({});
}

async function roomWith(db: Db, integration: object, options: PageOptions = {}) {
  const room = await newsroom(db, options);
  const common = { email_from_address: "status@ada.example", settings: { enabled: true } };
  const input = parseInput(CreateIntegration, { ...common, ...integration });
  await createIntegration(room.ctx, room.page, input);
  return room;
}

const MAILGUN = { name: "mailgun", key: "key-0123456789abcdef", domain: "mg.ada.example" };
const SENDGRID = { name: "sendgrid", key: "SG.0123456789abcdef" };
const queued = JSON.stringify({ id: "<20261122.1@mg.ada.example>", message: "Queued. Thank you." });

test("Mailgun gets 1,000 at once, each with links of their own that no other sees", async ({
  database,
  receiver,
}) => {
  callInstead("api.mailgun.net", receiver.url);
  receiver.answer = (response: ServerResponse) => response.writeHead(200).end(queued);
  const room = await roomWith(database, MAILGUN);
  const all: { email: string }[] = [];
  for (let n = 0; n < 25; n++) all.push(await room.subscribe());
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 25, handed_over: 25 });
  expect(receiver.received).toHaveLength(1);
  const [call] = receiver.received;
  expect(call?.path).toBe("/v3/mg.ada.example/messages");
  expect(call?.headers.authorization).toBe(
    `Basic ${Buffer.from(`api:${MAILGUN.key}`).toString("base64")}`,
  );
  const form = new URLSearchParams(call?.body);
  expect(form.getAll("to").sort()).toEqual(all.map(({ email }) => email).sort());
  const [, name = ""] = /^<%recipient\.(\w+)%>$/.exec(form.get("h:List-Unsubscribe") ?? "") ?? [];
  expect(form.get("h:List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  expect(form.get("o:tracking")).toBe("no");
  const variables = JSON.parse(form.get("recipient-variables") ?? "{}");
  const links = Object.values<Record<string, string>>(variables).map((one) => one[name]);
  expect(new Set(links).size).toBe(25);
  for (const link of links) expect(link).toMatch(/^http.*\/unsubscribe\//);
  expect(form.get("html")).not.toMatch(/blank[0-9a-f]{18}/);
  expect(await room.ledger()).toContainEqual(
    expect.objectContaining({ provider_id: "<20261122.1@mg.ada.example>" }),
  );
});

const ODD =
  "Outbound-email-queue: 50% of -manage_url-, %recipient.email%, %recipient_email%, %20x%20";

/** A mail as Mailgun sends it: unknown variables become nothing, its own the address. */
function sentByMailgun(body: string): { subject: string; text: string; html: string } {
  const form = new URLSearchParams(body);
  const variables = JSON.parse(form.get("recipient-variables") ?? "{}");
  const [to = ""] = form.getAll("to");
  const sent = (field: string) =>
    (form.get(field) ?? "")
      .replaceAll("%recipient_email%", to)
      .replaceAll(/%recipient\.([\w-]+)%/g, (_, name: string) => variables[to][name] ?? "");
  return { subject: sent("subject"), text: sent("text"), html: sent("html") };
}

/** A mail as SendGrid sends it: a tag is replaced wherever it stands. */
function sentBySendgrid(body: string): { subject: string; text: string; html: string } {
  const { personalizations, subject, content } = JSON.parse(body);
  const tags = Object.entries<string>(personalizations[0].substitutions);
  const sent = (text: string) =>
    tags.reduce((filled, [tag, value]) => filled.replaceAll(tag, value), text);
  const [text, html] = content.map(({ value }: { value: string }) => sent(value));
  return { subject: sent(subject), text, html };
}

for (const [integration, host, sent] of [
  [MAILGUN, "api.mailgun.net", sentByMailgun],
  [SENDGRID, "api.sendgrid.com", sentBySendgrid],
] as const)
  test(`no words of an operator's are taken for a variable: ${integration.name}`, async ({
    database,
    receiver,
  }) => {
    callInstead(host, receiver.url);
    receiver.answer = (response: ServerResponse) =>
      response.writeHead(integration.name === "mailgun" ? 200 : 202).end(queued);
    const room = await roomWith(database, integration);
    await room.subscribe();
    const updates = [{ description: ODD, notify: true }];
    for (let n = 0; n < 2; n++) {
      await room.open({ title: ODD, updates });
      await room.plan();
      await room.send();
      const { subject, text, html } = sent(receiver.received[n]?.body ?? "");
      expect(subject).toContain(ODD);
      expect(text).toContain(ODD);
      expect(html).toContain(ODD);
      expect(text).toMatch(/https?:\S+\/manage\/[\w-]{20,}/);
      expect(html).toMatch(/href="https?:\S+\/unsubscribe\/[\w-]{20,}/);
    }
  });

test("SendGrid gets plain text first, headers and substitutions per person, and says its id in a header", async ({
  database,
  receiver,
}) => {
  callInstead("api.sendgrid.com", receiver.url);
  receiver.answer = (response: ServerResponse) =>
    response.writeHead(202, { "x-message-id": "sg-1" }).end();
  const room = await roomWith(database, SENDGRID);
  await room.subscribe();
  await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  expect(receiver.received).toHaveLength(1);
  const body = JSON.parse(receiver.received[0]?.body ?? "{}");
  expect(body.content.map(({ type }: { type: string }) => type)).toEqual([
    "text/plain",
    "text/html",
  ]);
  expect(body.personalizations).toHaveLength(2);
  expect(body.personalizations[0].headers["List-Unsubscribe"]).toMatch(/^<http.*\/unsubscribe\//);
  expect(body.tracking_settings.open_tracking.enable).toBe(false);
  expect(await room.ledger()).toMatchObject([{ provider_id: "sg-1" }, { provider_id: "sg-1" }]);
});

test("one address that a provider refuses keeps nobody else's mail", async ({
  database,
  receiver,
}) => {
  callInstead("api.mailgun.net", receiver.url);
  receiver.answer = (response: ServerResponse) => {
    const form = new URLSearchParams(receiver.received.at(-1)?.body);
    const isBad = form.getAll("to").includes("bad..address@example.com");
    response.writeHead(isBad ? 400 : 200).end(isBad ? '{"message":"to is not valid"}' : queued);
  };
  const room = await roomWith(database, MAILGUN);
  for (let n = 0; n < 7; n++) await room.subscribe();
  await room.subscribe({ email: "bad..address@example.com" });
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 8, handed_over: 7, withdrawn: 1 });
});

test("a provider that refuses everybody's mail alike costs no reader, and the owner reads why", async ({
  database,
  receiver,
}) => {
  callInstead("api.mailgun.net", receiver.url);
  const message = "'from' parameter is not a valid address";
  receiver.answer = (response: ServerResponse) =>
    response.writeHead(400).end(JSON.stringify({ message }));
  const room = await roomWith(database, MAILGUN);
  for (let n = 0; n < 8; n++) await room.subscribe();
  await room.open();
  await room.plan();
  await room.send();
  expect(await room.counts()).toMatchObject({ planned: 8, waiting: 8 });
  const detail = expect.stringContaining(message);
  const findings = await readFindings(room.ctx, room.page);
  expect(findings).toMatchObject([{ kind: "mail_waiting", detail }]);
  receiver.answer = (response: ServerResponse) => response.writeHead(200).end(queued);
  shiftClock(6 * 60_000);
  await room.send();
  expect(await room.counts()).toMatchObject({ handed_over: 8 });
});

test("what a provider answers to our account or its limits loses nothing and names no address or key", async ({
  database,
  receiver,
}) => {
  callInstead("api.sendgrid.com", receiver.url);
  const room = await roomWith(database, SENDGRID);
  const { email } = await room.subscribe();
  for (const [status, body] of [
    [401, `{"errors":[{"message":"bad key ${SENDGRID.key} for ${email}"}]}`],
    [429, "slow down"],
    [503, "busy"],
  ] as const) {
    receiver.answer = (response: ServerResponse) =>
      response.writeHead(status, { "retry-after": "7" }).end(body);
    await room.open();
    await room.plan();
    await room.send();
    await senders.stop();
    expect(await room.counts()).toMatchObject({ planned: 1, waiting: 1 });
  }
  const kept = JSON.stringify(await room.ledger());
  expect(kept).not.toContain(SENDGRID.key);
  expect(kept).not.toContain(email);
});

test("members of access groups are told in batches of their own, of what they may see", async ({
  database,
  receiver,
}) => {
  callInstead("api.mailgun.net", receiver.url);
  receiver.answer = (response: ServerResponse) => response.writeHead(200).end(queued);
  const room = await roomWith(database, MAILGUN, { member_restricted: true });
  const secret = await mintService(database, room.page.id, { name: "Payroll" });
  const emails: string[] = [];
  for (const service of [room.service, secret]) {
    const viewer = await mintUser(database, room.id, "viewer");
    await addToGroup(database, room.page.id, service, viewer.id);
    await room.subscribe({ email: viewer.email });
    emails.push(viewer.email);
  }
  await room.open({ service_ids: [room.service, secret] });
  await room.plan();
  await room.send();
  const told = receiver.received.map(({ body }) => {
    const form = new URLSearchParams(body);
    return [form.get("to"), form.get("html")?.match(/(Checkout|Payroll)(?= \(Down\))/g)];
  });
  expect(told.toSorted()).toEqual(
    [
      [emails[0], ["Checkout"]],
      [emails[1], ["Payroll"]],
    ].toSorted(),
  );
});
