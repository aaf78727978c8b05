import type { Server } from "node:http";
import { RateLimit } from "#lib/api/rate-limit.ts";
import { onPageChange } from "#lib/change/announce.ts";
import { listenForChanges } from "#lib/change/listen.ts";
import { env } from "#lib/env.ts";
import { Assets } from "#lib/page-cache/assets.ts";
import { PageCache } from "#lib/page-cache/cache.ts";
import type { Handler } from "#lib/page-cache/capture.ts";
import { DiskCopies } from "#lib/page-cache/disk.ts";
import { Live } from "#lib/page-cache/live.ts";
import { forgetRestricted } from "#lib/page-cache/restricted.ts";
import { pageTag } from "#lib/request-scope.ts";
import { Front } from "#lib/server/front.ts";
import type { Readiness } from "#lib/server/health.ts";
import { closeHttpServer, listen } from "#lib/server/http.ts";
import { PublicPages } from "#lib/server/public-pages.ts";

function followChanges(cache: PageCache, live: Live, disk: DiskCopies): Promise<() => Promise<void>> {
  onPageChange((id) => {
    cache.changed(pageTag(id));
    live.changed(id);
    void forgetRestricted(cache, [pageTag(id)]);
  });
  return listenForChanges({
    onUp() {
      cache.store.hears(true);
      cache.changedAll();
      live.changedAll();
      void forgetRestricted(cache, new Set([...cache.store.tags(), ...disk.tags()]));
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
  const live = new Live();
  const pages = new PublicPages(cache, dev ? null : new Assets(next, new URL(APP_URL).host));
  const limit = new RateLimit({ public: RATE_LIMIT_PUBLIC, management: RATE_LIMIT_MANAGEMENT });
  const stopListening = await followChanges(cache, live, disk);
  const front = new Front({ next, pages, live, limit, readiness });
  await listen(server, (request, response) => front.handle(request, response), { host: HOST, port: PORT });
  return async () => {
    live.close();
    await closeHttpServer(server);
    await stopListening();
    await disk.flush();
  };
}
