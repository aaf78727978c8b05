import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";
import { RateLimit } from "#lib/api/rate-limit.ts";
import { Hosts } from "#lib/domains/host-directory/hosts.ts";
import { env } from "#lib/platform/config/env.ts";
import { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { measureProcess } from "#lib/platform/metrics.ts";
import { onUncaught } from "#lib/platform/process/signals.ts";
import { PageCache } from "#lib/server/cache/cache.ts";
import { DiskCopies } from "#lib/server/cache/disk.ts";
import { Live } from "#lib/server/cache/live.ts";
import { FastPath } from "#lib/server/fast-path/fast-path.ts";
import { Apps, appGate, appRenderer } from "#lib/server/front/apps.ts";
import { Assets } from "#lib/server/front/assets.ts";
import { type Drop, dropper } from "#lib/server/front/drop.ts";
import { Front } from "#lib/server/front/front.ts";
import { createHttpServer } from "#lib/server/front/http.ts";
import { PublicPages } from "#lib/server/front/public-pages.ts";
import { RequestPacer } from "#lib/server/front/request-pacer.ts";
import { Tenants } from "#lib/server/front/tenants.ts";
import { Transport } from "#lib/server/front/transport.ts";
import { argv, followParent, sendToParent, setShutdown } from "#lib/server/ipc/messages.ts";
import { closeHttpServer, listen } from "#lib/server/supervisor/http.ts";
import { rendersOf } from "#lib/server/supervisor/render-limits.ts";
import { refusalToStart } from "#lib/server/supervisor/warnings.ts";
import { Tls } from "#lib/server/tls/tls.ts";
import { traceFront } from "#lib/server/tracing/front.ts";
import { openTracing } from "#lib/server/tracing/open.ts";

const LIVE = { all: 10_000, client: 200 };
const CHECK_MS = 5_000;
const COUNTS_MS = 100;

function liveLimits(fronts: number): typeof LIVE {
  return { all: Math.ceil(LIVE.all / fronts), client: Math.ceil(LIVE.client / fronts) };
}

function shareCounts(limit: RateLimit): void {
  const counts = limit.takeUnsent();
  if (counts) sendToParent({ kind: "counted", counts });
}

type Followers = {
  cache: PageCache;
  pages: PublicPages;
  live: Live;
  drop: Drop;
  limit: RateLimit;
  hosts: Hosts;
  tls: Tls | null;
  checked: () => void;
  drain: () => void;
};

function follow(followers: Followers): void {
  const { cache, pages, live, drop, limit, hosts, tls, checked, drain } = followers;
  const setListening = (isListening: boolean) => {
    cache.store.setListening(isListening);
    if (!isListening) return checked();
    cache.changedAll();
    live.changedAll();
    sendToParent({
      kind: "saved_copies",
      copies: cache.oldest(),
      asked_at: performance.timeOrigin + performance.now(),
    });
  };
  followParent((message) => {
    if (message.kind === "change") {
      drop(message.announcement);
      sendToParent({ kind: "dropped", id: message.announcement.id });
    } else if (message.kind === "listening") setListening(message.isListening);
    else if (message.kind === "purging") pages.cdn.confirm();
    else if (message.kind === "counted") limit.add(message.counts);
    else if (message.kind === "drain") drain();
    else if (message.kind === "keys" || message.kind === "hosts") {
      if (message.kind === "hosts") hosts.apply(message);
      tls?.apply(message);
    } else if (message.kind === "withdrawn") {
      // Later renders reflect the database.
      for (const tag of message.tags) void cache.forget(tag, message.asked_at);
      checked();
    }
  });
}

async function start(): Promise<void> {
  const { socket = [], dev = false } = argv;
  const tracer = await openTracing("front");
  const { DATA_DIR, HOST, PORT, HTTPS_PORT, FRONTS, APPS, SHORTCUTS } = env();
  const { RATE_LIMIT_PUBLIC, RATE_LIMIT_MANAGEMENT, FAST_PATH } = env();
  const apps = new Apps(socket, dev, (app) => sendToParent({ kind: "unresponsive", app }));
  const checked = Promise.withResolvers<void>();
  setTimeout(checked.resolve, CHECK_MS).unref();
  const disk = new DiskCopies(DATA_DIR, checked.promise, FRONTS > 1);
  await disk.open();
  const renders = new FairQueue("renders", rendersOf(FRONTS, APPS));
  const tenants = new Tenants();
  const isCached = !dev && SHORTCUTS === "on";
  const cache = new PageCache(appRenderer(apps, tenants), disk, renders, isCached);
  cache.store.setListening(false);
  const live = new Live(liveLimits(FRONTS), renders, appGate(apps));
  // This file is in the build's `programs` folder.
  const build = dirname(dirname(process.argv[1] ?? ""));
  const pages = new PublicPages(cache, isCached ? new Assets(build) : null, tenants);
  const limits = { public: RATE_LIMIT_PUBLIC, management: RATE_LIMIT_MANAGEMENT };
  const limit = new RateLimit(limits, FRONTS > 1);
  if (FRONTS > 1) setInterval(shareCounts, COUNTS_MS, limit);
  const hosts = new Hosts();
  const transport = new Transport(hosts);
  const pacer = RATE_LIMIT_PUBLIC > 0 ? new RequestPacer() : null;
  const drop = dropper(cache, live);
  const front = new Front({ apps, pages, live, limit, tenants, transport, hosts, drop, pacer });
  traceFront(tracer, front, apps);
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    front.handle(request, response);
  const server = createHttpServer(dev ? (socket[0] ?? null) : null).on("request", handle);
  // Where TLS ends here, plain requests are mostly redirected.
  const isFast = isCached && FAST_PATH === "on" && HTTPS_PORT === 0;
  const fastPath = isFast ? new FastPath(server, pages) : null;
  const tls = HTTPS_PORT > 0 ? new Tls(hosts, server, handle) : null;
  const drain = () => {
    fastPath?.drain();
    front.drain();
  };
  follow({ cache, pages, live, drop, limit, hosts, tls, checked: checked.resolve, drain });
  await listen(server, { host: HOST, port: PORT });
  setShutdown(async () => {
    live.close();
    fastPath?.close();
    await Promise.all([tls?.close(), closeHttpServer(server)]);
    await disk.flush();
    await apps.close();
    await tracer?.stop();
  });
  await tls?.listen({ host: HOST, port: HTTPS_PORT });
  sendToParent({ kind: "ready" });
}

onUncaught();
measureProcess("front");
start().catch((error) => {
  sendToParent({ kind: "refused", line: refusalToStart(error) });
});
