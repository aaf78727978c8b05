import type { Server } from "node:http";
import { RateLimit } from "#lib/api/rate-limit.ts";
import { onChange } from "#lib/change/announce.ts";
import { listenForChanges } from "#lib/change/listen.ts";
import { env } from "#lib/env.ts";
import { Assets } from "#lib/page-cache/assets.ts";
import { PageCache } from "#lib/page-cache/cache.ts";
import type { Handler } from "#lib/page-cache/capture.ts";
import { DiskCopies } from "#lib/page-cache/disk.ts";
import { Live } from "#lib/page-cache/live.ts";
import { forgetWithdrawn } from "#lib/page-cache/withdrawn.ts";
import { pageTag } from "#lib/request-scope.ts";
import { Front } from "#lib/server/front.ts";
import type { Readiness } from "#lib/server/health.ts";
import { closeHttpServer, listen } from "#lib/server/http.ts";
import { PublicPages } from "#lib/server/public-pages.ts";

const LIVE_LIMITS = { all: 10_000, client: 200 };

function followChanges(cache: PageCache, live: Live): Promise<() => Promise<void>> {
  onChange((change) => {
    if (typeof change === "string") return;
    const { status_page_id, withdrawn } = change;
    const tag = pageTag(status_page_id);
    cache.changed(tag);
    if (withdrawn) void cache.forget(tag);
    live[withdrawn ? "withdrawn" : "changed"](status_page_id);
  });
  return listenForChanges({
    onUp() {
      cache.store.hears(true);
      cache.changedAll();
      live.changedAll();
      void forgetWithdrawn(cache);
    },
    onDown: () => cache.store.hears(false),
  });
}

/** Puts the page cache and all else that is ours in front of Next, and listens. @returns a function that ends it in order */
export async function serveHttp(server: Server, next: Handler, readiness: Readiness, dev: boolean): Promise<() => Promise<void>> {
  const { APP_URL, DATA_DIR, HOST, PORT, RATE_LIMIT_PUBLIC, RATE_LIMIT_MANAGEMENT } = env();
  const disk = new DiskCopies(DATA_DIR);
  await disk.open();
  const cache = new PageCache(next, disk, !dev);
  cache.store.hears(false);
  const live = new Live(LIVE_LIMITS);
  const pages = new PublicPages(cache, dev ? null : new Assets(next, new URL(APP_URL).host));
  const limit = new RateLimit({ public: RATE_LIMIT_PUBLIC, management: RATE_LIMIT_MANAGEMENT });
  const stopListening = await followChanges(cache, live);
  const front = new Front({ next, pages, live, limit, readiness });
  await listen(server, (request, response) => front.handle(request, response), { host: HOST, port: PORT });
  return async () => {
    live.close();
    await closeHttpServer(server);
    await stopListening();
    await disk.flush();
  };
}
