import { once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemContext } from "#lib/core/request/context.ts";
import { openMailReceiver } from "#lib/monitoring/reports/mail-receiver.ts";
import { receiveMail, recordTooLarge } from "#lib/monitoring/reports/receive-mail.ts";
import { setReportThreads } from "#lib/monitoring/reports/run-in-thread.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { expect, test } from "#tests/support/test.ts";

const DOMAIN = "in.example";
const port = await ownPort();

function settings(given: Record<string, string>): void {
  Object.assign(process.env, given);
  provideEnv({});
}

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
  settings({ INBOUND_EMAIL_DOMAIN: DOMAIN, INBOUND_SMTP_PORT: String(port) });
});
test.afterEach(() => {
  setReportThreads(null);
  settings({ INBOUND_EMAIL_DOMAIN: "", INBOUND_SMTP_PORT: "" });
});

type Database = Parameters<typeof mintService>[0];

async function mintMailed(database: Database) {
  const { page } = await mintOrganization(database);
  const id = await mintService(database, page.id);
  const set = (values: object) =>
    database.updateTable("services").set(values).where("id", "=", id).execute();
  await set({ monitoring: "3rd_party", monitoring_options: '{"keyword_down": "DOWN"}' });
  const { inbound_email_id } = await database
    .selectFrom("services")
    .select("inbound_email_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const monitor = () =>
    database
      .selectFrom("service_monitors")
      .select("is_up")
      .where("service_id", "=", id)
      .executeTakeFirst();
  const reports = () =>
    database
      .selectFrom("service_reports")
      .select(["reason", "content"])
      .where("service_id", "=", id)
      .orderBy("id")
      .execute();
  return { reports, address: `${inbound_email_id}@${DOMAIN}`, set, monitor };
}

test("mail to addresses that nobody has is not even read", async ({ database }) => {
  let read = 0;
  setReportThreads(async () => {
    read += 1;
    return null;
  });
  const unknown = [`00000000-0000-4000-8000-000000000000@${DOMAIN}`, "x@example.com"];
  const ctx = systemContext(database, "test");
  expect(await receiveMail(ctx, unknown, { raw: Buffer.from("Subject: DOWN\r\n\r\n") })).toEqual(
    [],
  );
  expect(read).toBe(0);
});

test("a mail is read for each of its recipients, five at most: of the envelope, else of its headers", async ({
  database,
}) => {
  const mailed = [];
  for (let count = 0; count < 6; count++) mailed.push(await mintMailed(database));
  const addresses = mailed.map(({ address }) => address);
  const [first = "", second = ""] = addresses;
  const ctx = systemContext(database, "test");
  let headers: string[] = [];
  setReportThreads(async () => ({ subject: "DOWN", text: "", recipients: headers }));
  const receive = (...recipients: string[]) =>
    receiveMail(ctx, recipients, { raw: Buffer.from("x") });
  const understood = { understood: "down", changed: true, reason: null };
  headers = [second];
  expect(await receive(first.toUpperCase(), first, "x@example.com")).toEqual([understood]);
  expect(await Promise.all(mailed.map(({ monitor }) => monitor()))).toEqual([
    { is_up: false },
    ...Array(5).fill(undefined),
  ]);
  expect(await receive()).toEqual([understood]);
  expect(await receive()).toEqual([{ ...understood, changed: false }]);
  headers = [];
  expect(await receive()).toEqual([]);
  headers = addresses;
  expect(await receive()).toHaveLength(5);
  expect(await receive(...addresses)).toHaveLength(5);
  expect(await mailed[5]?.monitor()).toBeUndefined();
});

test("what a mail says is kept without the address of its service, and so is why it said nothing", async ({
  database,
}) => {
  const { address, set, reports } = await mintMailed(database);
  const ctx = systemContext(database, "test");
  const [id = ""] = address.split("@");
  let mail = { subject: "Fine", text: `seen at ${id}  \n`, recipients: [] };
  setReportThreads(async () => mail);
  const receive = () => receiveMail(ctx, [address], { raw: Buffer.from("x") });
  expect(await receive()).toEqual([
    { understood: null, changed: false, reason: "neither_keyword" },
  ]);
  mail = { ...mail, subject: "" };
  await receiveMail(ctx, [address], { raw: Buffer.from("x"), subject: "DOWN of the post" });
  setReportThreads(async () => null);
  expect(await receive()).toMatchObject([{ understood: null, reason: "unreadable" }]);
  await set({ monitoring: null });
  expect(await receive()).toMatchObject([{ understood: null, reason: "not_expected" }]);
  await recordTooLarge(ctx, [address, "x@example.com"]);
  const kept = await reports();
  expect(kept.map(({ reason }) => reason)).toEqual([
    ...["neither_keyword", null, "unreadable", "not_expected", "too_large"],
  ]);
  expect(kept.map(({ content }) => content).slice(2)).toEqual(["", "", ""]);
  expect(kept[0]?.content).toMatch(/^Fine\n\nseen at \S+$/);
  expect(kept[1]?.content).toMatch(/^DOWN of the post\n\nseen at \S+$/);
  expect(JSON.stringify(kept)).not.toContain(id);
});

test("a mail that is read while its service begins to be watched otherwise says nothing of it", async ({
  database,
}) => {
  const { address, set, monitor } = await mintMailed(database);
  setReportThreads(async () => {
    await set({ monitoring: "webhook" });
    return { subject: "DOWN", text: "", recipients: [] };
  });
  const taking = receiveMail(systemContext(database, "test"), [address], { raw: Buffer.from("x") });
  await expect(taking).rejects.toMatchObject({ code: "conflict" });
  expect(await monitor()).toBeUndefined();
});

test("of a mail without end the receiver keeps nothing", async ({ database }) => {
  const { address } = await mintMailed(database);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const close = openMailReceiver();
  const dial = () =>
    new Promise<ReturnType<typeof connect> | null>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket));
      socket.once("error", () => resolve(null));
    });
  await expect.poll(async () => (await dial())?.destroy() !== undefined).toBe(true);
  const socket = await dial();
  if (!socket) throw new Error("no receiver");
  await once(socket, "data");
  for (const line of [
    "EHLO a.example",
    "MAIL FROM:<a@a.example>",
    `RCPT TO:<${address}>`,
    "DATA",
  ]) {
    socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const mebibyte = Buffer.alloc(1_048_576, `${"x".repeat(62)}\r\n`);
  for (let sent = 0; sent < 96; sent++) if (!socket.write(mebibyte)) await once(socket, "drain");
  // What is free is swept a moment later.
  const kept = () => {
    collect();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(kept).toBeLessThan(16 * 1_048_576);
  socket.write("\r\n.\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^552 /);
  socket.destroy();
  await close();
});
