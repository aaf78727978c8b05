import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";
import { RateLimit } from "#lib/api/rate-limit.ts";
import { Hosts } from "#lib/domains/host-directory/hosts.ts";
import { env } from "#lib/platform/config/env.ts";
import { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { onUncaught } from "#lib/platform/process/signals.ts";
import { PageCache } from "#lib/server/cache/cache.ts";
import { DiskCopies } from "#lib/server/cache/disk.ts";
import { Live } from "#lib/server/cache/live.ts";
import { gateBehind, rendererBehind } from "#lib/server/front/app.ts";
import { Apps } from "#lib/server/front/apps.ts";
import { Assets } from "#lib/server/front/assets.ts";
import { type Drop, dropper } from "#lib/server/front/drop.ts";
import { Front } from "#lib/server/front/front.ts";
import { createHttpServer } from "#lib/server/front/http.ts";
import { Pace } from "#lib/server/front/pace.ts";
import { PublicPages } from "#lib/server/front/public-pages.ts";
import { Tenants } from "#lib/server/front/tenants.ts";
import { Transport } from "#lib/server/front/transport.ts";
import { followParent, given, leaveBy, tellParent } from "#lib/server/ipc/parent.ts";
import { closeHttpServer, listen } from "#lib/server/supervisor/http.ts";
import { refusalToStart } from "#lib/server/supervisor/refusal.ts";
import { rendersOf } from "#lib/server/supervisor/renders.ts";
import { Tls } from "#lib/server/tls/tls.ts";

const LIVE = { all: 10_000, client: 200 };
const CHECK_MS = 5_000;
const COUNTS_MS = 100;

/** Each front has its share of what a node holds open, and of what one client may. */
function liveLimits(fronts: number): typeof LIVE {
  return { all: Math.ceil(LIVE.all / fronts), client: Math.ceil(LIVE.client / fronts) };
}

/** Tells the other fronts what was counted here. */
function tellCounts(limit: RateLimit): void {
  const counts = limit.news();
  if (counts) tellParent({ kind: "counted", counts });
}

type Followers = {
  cache: PageCache;
  live: Live;
  drop: Drop;
  limit: RateLimit;
  hosts: Hosts;
  tls: Tls | null;
  checked: () => void;
};

/** Follows the supervisor: what it says of changes is done when this returns. */
function follow({ cache, live, drop, limit, hosts, tls, checked }: Followers): void {
  const hears = (heard: boolean) => {
    cache.store.hears(heard);
    if (!heard) return checked();
    cache.changedAll();
    live.changedAll();
    tellParent({
      kind: "kept",
      made: cache.oldest(),
      asked_at: performance.timeOrigin + performance.now(),
    });
  };
  followParent((message) => {
    if (message.kind === "change") {
      drop(message.announcement);
      tellParent({ kind: "dropped", id: message.announcement.id });
    } else if (message.kind === "hears") hears(message.heard);
    else if (message.kind === "counted") limit.add(message.counts);
    else if (message.kind === "keys" || message.kind === "hosts") {
      if (message.kind === "hosts") hosts.hear(message);
      tls?.hear(message);
    } else if (message.kind === "withdrawn") {
      // What was rendered meanwhile is as the database has it.
      for (const tag of message.tags) void cache.forget(tag, message.asked_at);
      checked();
    }
  });
}

async function start(): Promise<void> {
  const { socket = [], dev = false } = given;
  const { DATA_DIR, HOST, PORT, HTTPS_PORT, FRONTS, APPS } = env();
  const { RATE_LIMIT_PUBLIC, RATE_LIMIT_MANAGEMENT } = env();
  const apps = new Apps(socket, dev, (app) => tellParent({ kind: "hopeless", app }));
  const checked = Promise.withResolvers<void>();
  setTimeout(checked.resolve, CHECK_MS).unref();
  const disk = new DiskCopies(DATA_DIR, checked.promise, FRONTS > 1);
  await disk.open();
  const renders = new FairQueue("renders", rendersOf(FRONTS, APPS));
  const tenants = new Tenants();
  const cache = new PageCache(rendererBehind(apps, tenants), disk, renders, !dev);
  cache.store.hears(false);
  const live = new Live(liveLimits(FRONTS), renders, gateBehind(apps));
  // This very file is in the build's `programs`.
  const build = dirname(dirname(process.argv[1] ?? ""));
  const pages = new PublicPages(cache, dev ? null : new Assets(build), tenants);
  const limits = { public: RATE_LIMIT_PUBLIC, management: RATE_LIMIT_MANAGEMENT };
  const limit = new RateLimit(limits, FRONTS > 1);
  if (FRONTS > 1) setInterval(tellCounts, COUNTS_MS, limit);
  const hosts = new Hosts();
  const transport = new Transport(hosts);
  const pace = RATE_LIMIT_PUBLIC > 0 ? new Pace() : null;
  const drop = dropper(cache, live);
  const front = new Front({ apps, pages, live, limit, tenants, transport, hosts, drop, pace });
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    front.handle(request, response);
  const server = createHttpServer(dev ? (socket[0] ?? null) : null).on("request", handle);
  const tls = HTTPS_PORT > 0 ? new Tls(hosts, server, handle) : null;
  follow({ cache, live, drop, limit, hosts, tls, checked: checked.resolve });
  await listen(server, { host: HOST, port: PORT });
  leaveBy(async () => {
    live.close();
    await Promise.all([tls?.close(), closeHttpServer(server)]);
    await disk.flush();
    await apps.close();
  });
  await tls?.listen({ host: HOST, port: HTTPS_PORT });
  tellParent({ kind: "ready" });
}

onUncaught();
start().catch((error) => {
  tellParent({ kind: "refused", line: refusalToStart(error) });
});
