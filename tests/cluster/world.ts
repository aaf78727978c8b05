import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { connectTo } from "#tests/support/server/run.ts";
import type { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { Database, until } from "./database.ts";
import type { Page } from "./load.ts";
import { build, cli, makeNodes, type Node, type Version } from "./nodes.ts";
import { killAll } from "./programs.ts";
import { DIRECT_URL, ENTRANCE, Proxies } from "./proxies.ts";
import type { Tools } from "./tools.ts";

const PATIENT_LOOKS_MS = 500;
const UNDER_WAY = `
  select (select count(*) from events
      where dispatched_at is null and withdrawn_at is null and due_at <= now())
    + (select count(*) from outbox where next_attempt_at <= now())
    + (select count(*) from notifications
      where state = 'waiting' and coalesce(due_at, now()) <= now())
    + (select count(*) from webhook_deliveries
      where state = 'pending' and coalesce(next_attempt_at, now()) <= now()) as count`;
const EVENTS = ["incident.created", "incident.updated"];

/** A page of a round of its own, with those who are told of its incidents. */
export type Watched = Page & { receiver: Receiver; email: string };

/** The whole installation, on this machine. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), "allclear-cluster-"));
  readonly database: Database;
  readonly proxies: Proxies;
  readonly mails: MailServer;
  readonly nodes: readonly Node[];
  readonly worker: Node;
  /** The version that nodes start from now on. */
  version: Version;

  constructor(tools: Tools, version: Version, mails: MailServer) {
    chmodSync(this.folder, 0o755);
    this.database = new Database(this.folder, tools);
    this.proxies = new Proxies(this.folder, tools);
    this.mails = mails;
    this.version = version;
    const { nodes, worker } = makeNodes(this.folder, mails.url);
    this.nodes = nodes;
    this.worker = worker;
  }

  async start(): Promise<void> {
    await build(this.version);
    await Promise.all([this.database.start(), this.proxies.start()]);
    cli(this.version, "migrate");
    for (const node of this.all) await node.start(this.version);
  }

  get all(): readonly Node[] {
    return [...this.nodes, this.worker];
  }

  /** Waits until nothing of it is missing. */
  async untilWhole(): Promise<void> {
    await this.database.untilWhole();
    await Promise.all(this.all.map((node) => node.untilReady()));
  }

  async openPage(): Promise<Watched> {
    const receiver = await Receiver.open();
    const db = connectTo(DIRECT_URL);
    const { page, keys } = await mintOrganization(db);
    const service = Number(await mintService(db, page.id));
    const { email } = await subscriber(db, page.id);
    await db.destroy();
    const answer = await fetch(`${ENTRANCE}/api/v2/status_pages/${page.subdomain}/webhooks`, {
      method: "POST",
      headers: { authorization: keys.admin, "content-type": "application/json" },
      body: JSON.stringify({ webhook: { url: receiver.url, events: EVENTS } }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return { id: page.id, subdomain: page.subdomain, service, key: keys.admin, receiver, email };
  }

  async query<T>(text: string, values: unknown[]): Promise<T[]> {
    const client = new pg.Client(DIRECT_URL);
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until everybody has been told. */
  async untilQuiet(): Promise<void> {
    await until("everybody has been told", async () => {
      const [left] = await this.query<{ count: string }>(UNDER_WAY, []);
      if (left?.count !== "0") await sleep(PATIENT_LOOKS_MS);
      return left?.count === "0";
    });
  }

  /** Ends every program. @param keep leaves the folder with their logs */
  async end(keep = false): Promise<void> {
    await killAll();
    await this.database.kill();
    await this.mails.close();
    if (keep) console.log(`Logs are in ${this.folder}`);
    else rmSync(this.folder, { recursive: true, force: true });
  }
}
