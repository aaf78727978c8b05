import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#db/index.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { request } from "#tests/support/http/http.ts";
import { BROWSER, percentile } from "./load.ts";

// Ten a second: as many as a key may post.
const POST_PAUSE_MS = 110;
const READ_PAUSE_MS = 10;
const LAST_DELIVERIES_MS = 5_000;
const SERVICES = 20;

/** What a tenant saw: milliseconds, and how much went wrong. */
export type Seen = {
  deliveries_ms: number[];
  posts_ms: number[];
  pages_ms: number[];
  /** Refused or not arrived within five seconds. */
  failures: { deliveries: number; posts: number; pages: number };
};

export const p99 = (values: number[]) => percentile(values, 99);

/** Reads a page over and over. */
export async function* readsUntil(until: number, { port, pathname }: URL) {
  const headers = { ...BROWSER, "x-forwarded-for": "198.51.100.2" };
  while (performance.now() < until) {
    const begun = performance.now();
    const answer = await request(Number(port), "localhost", pathname, { headers });
    yield { answer, ms: performance.now() - begun };
    await sleep(READ_PAUSE_MS);
  }
}

/** A tenant who minds their own business: posts updates, whose page is read, who gets webhooks. */
export class Victim {
  readonly #port: number;
  readonly #tenant: Minted;
  readonly #receiver: Server;
  readonly #arrivals = new Map<number, number>();
  #incident = 0;
  #count = 0;

  static async open(db: Db, port: number): Promise<Victim> {
    const tenant = await mintOrganization(db);
    const victim = new Victim(port, tenant);
    await once(victim.#receiver.listen(0, "127.0.0.1"), "listening");
    const hook = (victim.#receiver.address() as AddressInfo).port;
    await mintWebhook(db, tenant.page.id, {
      url: `http://127.0.0.1:${hook}/`,
      events: ["incident.updated"],
    });
    const services: number[] = [];
    while (services.length < SERVICES) services.push(await mintService(db, tenant.page.id));
    const incident = { title: "Trouble", type: "minor", service_ids: services.slice(0, 2) };
    const { json } = await victim.#post("/incidents", { incident });
    victim.#incident = json<{ incident: { id: number } }>().incident.id;
    return victim;
  }

  constructor(port: number, tenant: Minted) {
    this.#port = port;
    this.#tenant = tenant;
    this.#receiver = createServer(async (incoming, response) => {
      const now = performance.now();
      const marks = (await text(incoming)).matchAll(/Mark (\d+)\b/g);
      for (const [, mark] of marks)
        if (!this.#arrivals.has(Number(mark))) this.#arrivals.set(Number(mark), now);
      response.end();
    });
  }

  /** What happens to them for so many seconds. */
  async watch(seconds: number): Promise<Seen> {
    const seen: Seen = {
      deliveries_ms: [],
      posts_ms: [],
      pages_ms: [],
      failures: { deliveries: 0, posts: 0, pages: 0 },
    };
    const until = performance.now() + seconds * 1_000;
    const acknowledged = new Map<number, number>();
    await Promise.all([this.#postUntil(until, seen, acknowledged), this.#readUntil(until, seen)]);
    await this.#arrived([...acknowledged.keys()]);
    for (const [mark, time] of acknowledged) {
      const arrival = this.#arrivals.get(mark);
      if (arrival === undefined) seen.failures.deliveries += 1;
      else seen.deliveries_ms.push(Math.max(0, arrival - time));
    }
    return seen;
  }

  async close(): Promise<void> {
    this.#receiver.closeAllConnections();
    this.#receiver.close();
  }

  async #postUntil(until: number, seen: Seen, acknowledged: Map<number, number>): Promise<void> {
    while (performance.now() < until) {
      this.#count += 1;
      const mark = this.#count;
      const begun = performance.now();
      const update = { type: "update", description: `Mark ${mark}` };
      const { status } = await this.#post(`/incidents/${this.#incident}/updates`, { update });
      const now = performance.now();
      if (status === 201) {
        acknowledged.set(mark, now);
        seen.posts_ms.push(now - begun);
      } else seen.failures.posts += 1;
      await sleep(POST_PAUSE_MS);
    }
  }

  /** Where their page is. */
  get page(): URL {
    return new URL(`http://localhost:${this.#port}/s/${this.#tenant.page.subdomain}`);
  }

  async #readUntil(until: number, seen: Seen): Promise<void> {
    for await (const { answer, ms } of readsUntil(until, this.page)) {
      // The first read after each post is a render.
      if (answer.status !== 200) seen.failures.pages += 1;
      else if (answer.headers["cache-status"] === "allclear; hit") seen.pages_ms.push(ms);
    }
  }

  async #arrived(marks: number[]): Promise<void> {
    const until = performance.now() + LAST_DELIVERIES_MS;
    while (performance.now() < until && !marks.every((mark) => this.#arrivals.has(mark)))
      await sleep(READ_PAUSE_MS);
  }

  #post(path: string, body: object) {
    const { page, keys } = this.#tenant;
    const headers = { authorization: keys.admin, "x-forwarded-for": "198.51.100.1" };
    const whole = `/api/v2/status_pages/${page.subdomain}${path}`;
    return request(this.#port, "localhost", whole, { method: "POST", headers, body });
  }
}
