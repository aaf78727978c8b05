import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { wireNow } from "#lib/platform/clock.ts";
import { type Bulk, mintBulkPage } from "#tests/support/data/bulk-page.ts";
import { type Minted, type MintedPage, mintOrganization } from "#tests/support/data/mint.ts";
import { mintWholeOrganization } from "#tests/support/data/whole-organization.ts";
import { holdOrganization } from "#tests/support/db/held.ts";
import {
  test as base,
  type Installation,
  type World,
} from "#tests/support/db/two-installations.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { expect } from "#tests/support/test.ts";

/** Where custom domains are to lead to. */
export const DOMAIN_TARGET = "edge.allclear.test";

/** An installation that runs, with its workers, and where its mail arrives. */
export type Running = { installation: Installation; server: TestServer; mails: MailServer };

async function run(installation: Installation, dns: NameServer): Promise<Running> {
  const mails = await MailServer.open();
  const own = { APP_SECRET: installation.secret, SMTP_URL: mails.url };
  const network = { DNS_SERVERS: dns.address, DOMAIN_TARGET, ALLOW_PRIVATE_TARGETS: "1" };
  const tls = { HTTPS_PORT: "own", ACME_DIRECTORY_URL: "off" };
  const env = { ...own, ...network, ...tls, MAIL_FROM: "bounces@status.example" };
  const server = await startServer({ databaseUrl: installation.url, env });
  return { installation, server, mails };
}

export type Moving = {
  source: Running;
  target: Running;
  organization: Minted;
  /** With a long history and many subscribers; the other one has a little of everything. */
  large: MintedPage & { service: number };
  receiver: Receiver;
  dns: NameServer;
};

/** Ids there are taken, but nothing is done for that organization. */
async function takeIds(target: Installation): Promise<void> {
  await target.run(async (db) => {
    const other = await mintOrganization(db);
    await mintWholeOrganization(db, other);
    await holdOrganization(db, other.id, { moving_at: wireNow() });
  });
}

/** Nothing becomes due by itself, what is checked is up, and nobody acts who is no member. */
async function calm({ source, organization }: World, checked: Receiver): Promise<void> {
  await source.run(async (db) => {
    const services = db.updateTable("services").where("status_page_id", "=", organization.page.id);
    await services.set({ notification_recipients: [organization.owner.id] }).execute();
    await services.set({ ping_url: checked.url }).where("monitoring", "is not", null).execute();
    const later = sql<string>`now() + interval '1 day'`;
    await db.updateTable("service_monitors").set({ beat_due_at: later }).execute();
    await db.updateTable("incident_timers").set({ due_at: later }).execute();
    await db.updateTable("maintenance_series").set({ rule: "FREQ=DAILY;COUNT=1" }).execute();
    await db.deleteFrom("audit_log").where("actor_id", "=", 999_996).execute();
  });
}

/** Two installations that run; `bulk` says how large the organization is. */
export const test = base.extend<{ bulk: Bulk; moving: Moving }>({
  bulk: [{ incidents: 40, subscribers: 60 }, { option: true }],
  moving: [
    async ({ world, bulk }, use) => {
      const [receiver, checked] = [await Receiver.open(), await Receiver.open()];
      const dns = await NameServer.open();
      dns.add(DOMAIN_TARGET, "A", "127.0.0.1");
      await takeIds(world.target);
      await calm(world, checked);
      const { organization } = world;
      const large = await world.source.run((db) => mintBulkPage(db, organization.id, bulk));
      const [source, target] = [await run(world.source, dns), await run(world.target, dns)];
      await use({ source, target, organization, large, receiver, dns });
      for (const { server, mails } of [source, target]) {
        await server.stop();
        await mails.close();
      }
      for (const each of [receiver, checked, dns]) await each.close();
    },
    { timeout: 900_000 },
  ],
});

/**
 * Runs the command as an operator does.
 * @param last the line at which it is killed; null: it ends by itself
 */
export async function moveOnce(
  { source, target, organization }: Moving,
  last: string | null,
): Promise<void> {
  const to = ["--to-url", target.server.url];
  const child = startProgram(
    ["cli", "organization", "move", "--organization", `${organization.id}`, ...to],
    {
      ...{ DATABASE_URL: source.installation.url, APP_SECRET: source.installation.secret },
      MOVE_DATABASE_URL: target.installation.url,
      MOVE_APP_SECRET: target.installation.secret,
    },
  );
  const wrong = text(child.stderr);
  for await (const line of createInterface(child.stdout))
    if (last !== null && line.includes(last)) child.kill("SIGKILL");
  if (last !== null) await endProgram(child, "SIGKILL");
  else if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  expect([child.signalCode, child.exitCode, await wrong]).toEqual(
    last === null ? [null, 0, ""] : ["SIGKILL", null, ""],
  );
}

/** Readers that ask one path after the other until they are told to end. */
export class Readers {
  asked = 0;
  readonly wrong: string[] = [];
  #isOver = false;
  readonly #all: Promise<void>[] = [];

  /** @param ask says what was wrong, if anything */
  add(name: string, paths: readonly string[], ask: (path: string) => Promise<string | null>) {
    const readOn = async () => {
      for (let n = 0; !this.#isOver; n += 1) {
        const path = paths[n % paths.length] ?? "/";
        const problem = await ask(path).catch((error) => String(error));
        this.asked += 1;
        if (problem) this.wrong.push(`${name} ${path}: ${problem}`);
      }
    };
    this.#all.push(readOn());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#all);
  }
}
