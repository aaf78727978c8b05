import type { Place } from "#lib/core/routes/place.ts";
import { env } from "#lib/platform/config/env.ts";
import type { CdnPurge } from "#lib/platform/config/env-values.ts";
import { isForCaches } from "#lib/server/cache/headers.ts";
import type { Copy, Store } from "#lib/server/cache/store.ts";

const MAX_S = 60;
const MIN_S = 2;
/** Reports come every 5 s. */
const VALID_MS = 15_000;

// Only the CDN that is purged reads these. bunny.net has none of its own.
const HEADERS: Partial<Record<CdnPurge["cdn"], string>> = {
  fastly: "Surrogate-Control",
  varnish: "Surrogate-Control",
  cloudflare: "Cloudflare-CDN-Cache-Control",
};

const NONE: readonly string[] = [];

/** While purges reach the CDN, it may keep copies for longer. */
export class CdnLifetimes {
  readonly #store: Store;
  readonly #lifetimes: readonly (readonly string[])[];
  readonly #isAlone: boolean;
  #until = Number.NEGATIVE_INFINITY;

  constructor(store: Store) {
    const { CDN_PURGE: purge } = env();
    const name = purge && HEADERS[purge.cdn];
    this.#store = store;
    this.#isAlone = purge?.cdn === "varnish";
    // A purge only marks copies as stale: without "stale-while-revalidate" none is shown again.
    this.#lifetimes = Array.from({ length: name ? MAX_S + 1 : 0 }, (_, seconds) =>
      name && seconds > MIN_S ? [name, `max-age=${seconds}, stale-if-error=86400`] : NONE,
    );
  }

  /** Purges reach the CDN. */
  confirm(now = performance.now()): void {
    this.#until = now + VALID_MS;
  }

  /** Names and values in turn. Owners of custom domains may have a CDN that nobody purges. */
  headersFor(copy: Copy, { page, route }: Place, now = performance.now()): readonly string[] {
    if (now >= this.#until || (!this.#isAlone && page?.includes("."))) return NONE;
    if (!isForCaches(route)) return NONE;
    if (!this.#store.isListening || this.#store.freshness(copy, now) !== "fresh") return NONE;
    const seconds = Math.min(MAX_S, Math.floor((copy.expires_at - now) / 1_000));
    return this.#lifetimes[seconds] ?? NONE;
  }
}
