import type { ChildProcess } from "node:child_process";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import type { Asked, StandIn } from "#tests/support/stand-ins/stand-in.ts";
import { expect, test } from "#tests/support/test.ts";

const workers: ChildProcess[] = [];

const end = (worker: ChildProcess) => endProgram(worker, "SIGKILL");
test.afterEach(() => Promise.all(workers.splice(0).map(end)));

/** Starts a worker, and kills it when a call has been made whose answer it never gets. */
function killer(database: Db, env: Record<string, string>) {
  const start = () => {
    const worker = startProgram(["worker"], env, "inherit");
    workers.push(worker);
    return worker;
  };
  const killAt = async (server: StandIn, isIt: (asked: Asked) => boolean) => {
    const lost = Promise.withResolvers<void>();
    server.loses = (asked) => {
      if (!isIt(asked)) return false;
      lost.resolve();
      return true;
    };
    const worker = start();
    await lost.promise;
    await end(worker);
    server.loses = () => false;
    // As if the lease's 15 seconds had gone by.
    await sql`update domains set claimed_until = now(), due_at = now()`.execute(database);
  };
  return { start, killAt };
}

test("cdn_b: killed at any call, the next worker goes on, makes nothing twice, and leaves nothing behind", async ({
  database,
  databaseUrl,
}) => {
  await database.deleteFrom("domains").execute();
  await installJobs();
  const cdns = await openCdns();
  const env = { DATABASE_URL: databaseUrl, APP_SECRET, ALLOW_PRIVATE_TARGETS: "1", ...cdns.env };
  const { start, killAt } = killer(database, env);
  const page = await domainPage(database);
  const name = newName();
  cdns.b.pointing.add(name);
  await page.ask("cdn_b", name);
  const at = (method: string, path: RegExp) =>
    killAt(cdns.at_b, (asked) => asked.method === method && path.test(asked.url.pathname));
  await at("POST", /^\/pullzone$/);
  await at("POST", /addHostname$/);
  await at("GET", /loadFreeCertificate$/);
  await at("POST", /setForceSSL$/);
  const last = start();
  await expect.poll(async () => (await page.config()).status).toBe("active");
  expect(cdns.b.zones.size).toBe(1);
  expect(await page.events()).toEqual(["configuring", "active"]);
  await end(last);
  await page.ask(null, null);
  await at("DELETE", /^\/pullzone\/\d+$/);
  start();
  await expect.poll(page.rows).toEqual([]);
  expect(cdns.b.zones.size).toBe(0);
  await cdns.close();
});

test("cdn_a: killed at any call, the next worker adopts the hostname that was made, fails or removes it once", async ({
  database,
  databaseUrl,
}) => {
  await database.deleteFrom("domains").execute();
  await installJobs();
  const cdns = await openCdns();
  const mails = await MailServer.open();
  const env = { DATABASE_URL: databaseUrl, APP_SECRET, ALLOW_PRIVATE_TARGETS: "1", ...cdns.env };
  const { start, killAt } = killer(database, { ...env, SMTP_URL: mails.url });
  const page = await domainPage(database);
  const { owner } = page.organization;
  const name = newName();
  await page.ask("cdn_a", name);
  const at = (method: string, path: RegExp) =>
    killAt(cdns.at_a, (asked) => asked.method === method && path.test(asked.url.pathname));
  await at("POST", /custom_hostnames$/);
  await at("GET", /custom_hostnames\/[0-9a-f]+$/);
  cdns.a.set(name, "moved", "initializing", ["It moved."]);
  const failing = start();
  await mails.nth(owner.email);
  await end(failing);
  await page.ask("cdn_a", name);
  await at("PATCH", /./);
  const last = start();
  await expect.poll(async () => cdns.a.named(name)?.ssl.status).toBe("pending_validation");
  cdns.a.set(name, "active", "active");
  await expect.poll(async () => (await page.config()).status).toBe("active");
  await end(last);
  expect(cdns.a.hostnames.size).toBe(1);
  await page.ask(null, null);
  await at("DELETE", /./);
  start();
  await expect.poll(page.rows).toEqual([]);
  expect(cdns.a.hostnames.size).toBe(0);
  // A letter may come twice after a crash, but is the same one.
  expect(new Set(mails.to(owner.email).map(({ mail }) => mail.messageId)).size).toBe(1);
  await mails.close();
  await cdns.close();
});
