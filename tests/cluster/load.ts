import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Node } from "./nodes.ts";
import { ENTRANCE } from "./proxies.ts";

const WRITERS = 2;
const WRITE_PAUSE_MS = 100;
const READ_PAUSE_MS = 50;
const RETRY_MS = 200;
const ANSWER_MS = 10_000;
/** Posts of an incident, its opening and its end included. */
const POSTS = 25;
const HOST = new URL(ENTRANCE).host;

export type Page = { id: number; subdomain: string; service: number; key: string };

/** When a post was first sent and when it was acknowledged, in ms since 1970. */
export type Post = { key: string; sent_at: number; acknowledged_at: number };

export type Failure = { at: number; reason: string };

const agent = new Agent({ headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS, connections: null });

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/** A mistake of this drill. */
class Refused extends Error {}

/** Posts updates one after another, each until it is acknowledged, always by the same key. */
class Writer {
  readonly posts: Post[] = [];
  readonly failures: Failure[] = [];
  readonly #name: string;
  readonly #page: Page;
  #incident = 0;

  constructor(name: string, page: Page) {
    this.#name = name;
    this.#page = page;
  }

  async run(stop: AbortSignal): Promise<void> {
    for (let number = 0; !stop.aborted; number += 1) {
      await this.#post(`${this.#name}-${number}`, number % POSTS);
      await sleep(WRITE_PAUSE_MS);
    }
  }

  async #post(key: string, place: number): Promise<void> {
    const sent_at = Date.now();
    const [path, body] = this.#bodyOf(key, place);
    for (;;) {
      const answer = await this.#send(key, path, body).catch((error) => {
        if (error instanceof Refused) throw error;
        return reasonOf(error);
      });
      if (typeof answer !== "string") {
        if (place === 0) this.#incident = answer.incident.id;
        this.posts.push({ key, sent_at, acknowledged_at: Date.now() });
        return;
      }
      this.failures.push({ at: Date.now(), reason: answer });
      await sleep(RETRY_MS);
    }
  }

  #bodyOf(key: string, place: number): [path: string, body: object] {
    const { service } = this.#page;
    if (place === 0) {
      const updates = [{ description: key, notify: true }];
      const incident = { title: "Drill", type: "minor", service_ids: [service], updates };
      return ["", { incident }];
    }
    const type = place === POSTS - 1 ? "resolved" : "update";
    return [`/${this.#incident}/updates`, { update: { description: key, type, notify: true } }];
  }

  async #send(key: string, path: string, body: object): Promise<{ incident: { id: number } }> {
    const { subdomain, key: authorization } = this.#page;
    const url = `${ENTRANCE}/api/v2/status_pages/${subdomain}/incidents${path}`;
    const answer = await request(url, {
      method: "POST",
      dispatcher: agent,
      headers: { authorization, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 201) return JSON.parse(text);
    if (answer.statusCode === 422) throw new Refused(text);
    throw new Error(`${answer.statusCode} ${text}`);
  }
}

/** Reads a page at one address, whenever that has to answer. */
class Reader {
  readonly failures: Failure[] = [];
  count = 0;
  slowest_ms = 0;
  readonly #url: string;
  readonly #isUp: () => boolean;

  constructor(base: string, { subdomain }: Page, isUp: () => boolean) {
    this.#url = `${base}/s/${subdomain}`;
    this.#isUp = isUp;
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      if (this.#isUp()) await this.#read();
      await sleep(READ_PAUSE_MS);
    }
  }

  async #read(): Promise<void> {
    const start = Date.now();
    const failed = await this.#failure();
    // It may have been told to end meanwhile.
    if (!this.#isUp()) return;
    this.count += 1;
    this.slowest_ms = Math.max(this.slowest_ms, Date.now() - start);
    if (failed) this.failures.push({ at: start, reason: failed });
  }

  async #failure(): Promise<string | null> {
    try {
      const headers = { host: HOST };
      const { statusCode, body } = await request(this.#url, { dispatcher: agent, headers });
      await body.dump();
      return statusCode === 200 ? null : String(statusCode);
    } catch (error) {
      return reasonOf(error);
    }
  }
}

/** Follows a page as a browser does. */
class Listener {
  /** When it heard of changes, in ms since 1970. */
  readonly heard: number[] = [];
  wasDown = false;
  readonly #url: string;
  readonly #isUp: () => boolean;
  #retry_ms = 3_000;

  constructor(base: string, { subdomain }: Page, isUp: () => boolean) {
    this.#url = `${base}/s/${subdomain}/live`;
    this.#isUp = isUp;
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#follow(stop).catch(() => {});
      if (!this.#isUp()) this.wasDown = true;
      await sleep(this.#retry_ms, undefined, { signal: stop }).catch(() => {});
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const headers = { host: HOST };
    const patient = { headersTimeout: ANSWER_MS, bodyTimeout: 60_000 };
    const { body } = await request(this.#url, { ...patient, dispatcher: agent, headers, signal });
    for await (const chunk of body) {
      const text = String(chunk);
      if (text.includes("event: change")) this.heard.push(Date.now());
      this.#retry_ms = Number(/^retry: (\d+)/m.exec(text)?.[1] ?? this.#retry_ms);
    }
  }
}

/** Writers at the entrance; readers and live clients at the entrance and at every node. */
export class Load {
  readonly writers: Writer[];
  readonly readers: Reader[];
  readonly listeners: Listener[];
  readonly #stopWriting = new AbortController();
  readonly #stop = new AbortController();
  #writing: Promise<unknown> = Promise.resolve();
  #following: Promise<unknown> = Promise.resolve();

  constructor(page: Page, nodes: readonly Node[]) {
    const places = [
      { base: ENTRANCE, isUp: () => true },
      ...nodes.map((node) => ({ base: node.url ?? "", isUp: () => node.isUp })),
    ];
    this.writers = Array.from({ length: WRITERS }, (_, index) => new Writer(`w${index}`, page));
    this.readers = places.map(({ base, isUp }) => new Reader(base, page, isUp));
    this.listeners = places.map(({ base, isUp }) => new Listener(base, page, isUp));
  }

  start(): void {
    const { signal } = this.#stop;
    this.#following = Promise.all(
      [...this.readers, ...this.listeners].map((one) => one.run(signal)),
    );
    this.#writing = Promise.all(this.writers.map((one) => one.run(this.#stopWriting.signal)));
    // `stop` tells of it.
    this.#writing.catch(() => {});
  }

  /** Every post, by the time of its acknowledgment. */
  get posts(): Post[] {
    const all = this.writers.flatMap(({ posts }) => posts);
    return all.toSorted((a, b) => a.acknowledged_at - b.acknowledged_at);
  }

  /** @param last_ms for which readers and live clients go on after the last post */
  async stop(last_ms: number): Promise<void> {
    this.#stopWriting.abort();
    await this.#writing;
    await sleep(last_ms);
    this.#stop.abort();
    await this.#following;
  }
}
