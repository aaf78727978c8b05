import { mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { RateLimit } from "#lib/api/rate-limit.ts";
import { Hosts } from "#lib/domains/host-directory/hosts.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { scriptsIn } from "#lib/server/build/programs.ts";
import { PageCache } from "#lib/server/cache/cache.ts";
import { Live } from "#lib/server/cache/live.ts";
import type { Outcome, Visit } from "#lib/server/cache/outcome.ts";
import { FastPath } from "#lib/server/fast-path/fast-path.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import { Assets } from "#lib/server/front/assets.ts";
import type { Exchange } from "#lib/server/front/exchange.ts";
import { Front } from "#lib/server/front/front.ts";
import { createHttpServer } from "#lib/server/front/http.ts";
import { PublicPages } from "#lib/server/front/public-pages.ts";
import { Tenants } from "#lib/server/front/tenants.ts";
import { Transport } from "#lib/server/front/transport.ts";
import { turnsOf } from "#tests/support/data/turns.ts";
import { openDisk } from "#tests/support/http/cached-page.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

/** A connection in memory: one chunk is one read, and what is sent has left at once. */
export class Wire extends Duplex {
  readonly #sent: Buffer[] = [];
  count = 0;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#sent.push(Buffer.from(chunk));
    this.count += 1;
    done();
  }

  destroySoon(): void {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  /** What was sent, without what differs per answer, and how the connection stands. */
  state(): string {
    const text = Buffer.concat(this.#sent).toString("latin1");
    const answers = text
      .replaceAll(/^X-Request-Id: \w{7}-\w+\r$/gm, "X-Request-Id: own\r")
      .replaceAll(/^Date: .*\r$/gm, "Date: now\r");
    return `${answers}\n${this.writableEnded ? "ended" : "open"} ${this.destroyed}`;
  }
}

export const ENCODINGS = ["br", "gzip", "identity"];
export const LANGUAGES = ["en", "de", "fr"];
const SMALL = "small";
const LARGE = `<!doctype html><p>${"A page of ordinary length. ".repeat(200)}`;
export const HOST = "acme.localhost";
export const PATHS = ["/", "/history", "/rss", "/api/v2/summary.json", "/badge.svg", "/index.md"];
export const ASSET = "/_next/static/chunk.js";
const TYPES = ["text/html; charset=utf-8", "text/html", "application/rss+xml", "application/json"];

/** Large bodies, which take a while to compress, only for what `warm` reads. */
async function render({ host, url, locale }: Visit): Promise<Outcome> {
  const known = host.startsWith(`${HOST}:`) && LANGUAGES.includes(locale) ? PATHS.indexOf(url) : -1;
  const headers = { "content-type": TYPES[known] ?? "text/plain", link: "</x>" };
  const body = Buffer.from(known < 0 ? SMALL : LARGE + locale);
  return { status: 200, headers, body, policy: null, cache: { tag: "page:1", seconds: 1e6 } };
}

/** An app that knows nothing. */
const APPS = {
  isSilent: false,
  send: (_: unknown, exchange: Exchange) => {
    const rawHeaders = [Buffer.from("content-length"), Buffer.from("0")];
    const controller = { rawHeaders } as unknown as Dispatcher.DispatchController;
    exchange.onResponseStart(controller, 404, {});
    exchange.onResponseEnd();
  },
  get: async () => ({ status: 404, headers: {}, body: Buffer.alloc(0) }),
} as unknown as Apps;

async function builtIn(folder: string): Promise<string> {
  await mkdir(join(folder, "static"), { recursive: true });
  await mkdir(scriptsIn(folder), { recursive: true });
  await writeFile(join(folder, "static/chunk.js"), LARGE);
  return folder;
}

export type OneFront = {
  server: Server;
  cache: PageCache;
  fastPath: FastPath | null;
  handedOver: () => number;
};

/** A front with a page whose app renders at once, and knows nothing else. */
export async function openFront(isFast: boolean, folder: string): Promise<OneFront> {
  const renderer = { render, isSilent: () => false };
  const cache = new PageCache(renderer, await openDisk(folder), turnsOf());
  const tenants = new Tenants();
  const pages = new PublicPages(cache, new Assets(await builtIn(folder)), tenants);
  pages.cdn.confirm(1e12);
  const hosts = new Hosts();
  const live = new Live({ all: 10, client: 10 }, turnsOf(), () => Promise.reject(notFound()));
  const front = new Front({
    apps: APPS,
    pages,
    live,
    limit: new RateLimit({ public: 0, management: 0 }),
    tenants,
    transport: new Transport(hosts),
    hosts,
    drop: () => {},
    pacer: null,
  });
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    front.handle(request, response);
  let handedOver = 0;
  const server = createHttpServer(null).on("request", handle);
  server.on("connection", () => {
    handedOver += 1;
  });
  const fastPath = isFast ? new FastPath(server, pages) : null;
  return { server, cache, fastPath, handedOver: () => handedOver };
}

/** Waits until no answer comes any more. */
async function settle(wires: readonly Wire[]): Promise<void> {
  const sent = () => wires.reduce((sum, { count }) => sum + count, 0);
  for (let same = 0, before = -1; same < 3; ) {
    await turn();
    same = sent() === before ? same + 1 : 0;
    before = sent();
  }
}

export type Script = { chunks: readonly string[]; ends: boolean };

/** Sends the same reads to each front. @returns how each connection stands after each read */
export async function play(fronts: readonly OneFront[], script: Script): Promise<string[][]> {
  const wires = fronts.map(({ server }) => {
    const wire = new Wire();
    server.emit("connection", wire);
    return wire;
  });
  const states = wires.map((): string[] => []);
  const note = () => wires.forEach((wire, index) => void states[index]?.push(wire.state()));
  for (const chunk of script.chunks) {
    for (const wire of wires) if (!wire.destroyed) wire.push(chunk, "latin1");
    await settle(wires);
    note();
  }
  if (script.ends) for (const wire of wires) if (!wire.destroyed) wire.push(null);
  await settle(wires);
  note();
  for (const wire of wires) wire.destroy();
  return states;
}

/** Reads everything once, so that it is ready from then on. */
export async function warm(fronts: readonly OneFront[]): Promise<void> {
  for (const encoding of ENCODINGS)
    for (const language of LANGUAGES)
      for (const path of [...PATHS, ASSET]) {
        const lines = [`GET ${path} HTTP/1.1`, `Host: ${HOST}`, `Accept-Language: ${language}`];
        const head = [...lines, `Accept-Encoding: ${encoding}`, "", ""].join("\r\n");
        await play(fronts, { chunks: [head], ends: false });
      }
}

/** One front with the fast path and one without, which have read the same. */
export async function openPair(): Promise<[fast: OneFront, plain: OneFront]> {
  const folder = await ownFolder();
  const fast = await openFront(true, join(folder, "fast"));
  const plain = await openFront(false, join(folder, "plain"));
  await warm([fast, plain]);
  return [fast, plain];
}
