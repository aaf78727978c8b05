import { isDatabaseLost } from "#db/index.ts";
import { log } from "#lib/log.ts";
import type { Handler } from "#lib/page-cache/capture.ts";
import type { DiskCopies } from "#lib/page-cache/disk.ts";
import { Failures } from "#lib/page-cache/failures.ts";
import { type Flight, Flights } from "#lib/page-cache/flights.ts";
import { sharedEntity } from "#lib/page-cache/headers.ts";
import { type Outcome, render, type Visit } from "#lib/page-cache/render.ts";
import type { Route } from "#lib/page-cache/routes.ts";
import { type Copy, type Freshness, Store } from "#lib/page-cache/store.ts";
import { unavailable } from "#lib/page-cache/unavailable.ts";
import { Variants } from "#lib/page-cache/variants.ts";
import type { RequestScope } from "#lib/request-scope.ts";

/** Someone asks for something that can be cached: what, where it is kept, and who (matters only where it is not cached after all). */
type CacheRequest = { key: string; route: Route; visit: Visit };

/** `how` is for the Cache-Status header. Without a copy the outcome is for this visitor alone. */
export type Found = { how: string } & ({ copy: Copy; outcome?: undefined } | { copy?: undefined; outcome: Outcome });

type Result = { copy: Copy } | { private_to: Visit; outcome: Outcome } | { failure: Outcome | null };

const RETRY_MS = 1_000;
const OLD_ENOUGH_TO_WAIT_MS = 60_000;
const WAIT_WITH_COPY_MS = 3_000;
const WAIT_MS = 15_000;

/** A page's tag is dropped when the page changes; see lib/change/announce.ts. */
export class PageCache {
  readonly store = new Store();
  readonly #flights = new Flights<Result>();
  readonly #failures = new Failures(RETRY_MS);
  readonly #handler: Handler;
  readonly #disk: DiskCopies;
  /** In development nothing is kept. */
  readonly #keeps: boolean;

  constructor(handler: Handler, disk: DiskCopies, keeps = true) {
    this.#handler = handler;
    this.#disk = disk;
    this.#keeps = keeps;
  }

  /** Whoever asks after this gets what is rendered after this. */
  changed(tag: string): void {
    this.store.changed(tag);
    this.#failures.clear();
    this.#flights.close((shown) => shown === null || shown === tag);
  }

  changedAll(): void {
    this.store.changedAll();
    this.#failures.clear();
    this.#flights.close(() => true);
  }

  /** Of everything that is kept its tag, and when it was made: milliseconds since 1970. */
  *made(): Iterable<[string, number]> {
    yield* this.store.made();
    yield* this.#disk.made();
  }

  /** Forgets what is kept of a page for bad times too: it may be for everybody, or at that address, no longer. */
  async forget(tag: string): Promise<void> {
    this.store.deleteTag(tag);
    await this.#disk.deleteTag(tag);
  }

  /** What to send without waiting, if there is something: a fresh copy, or an older one while it is being rendered anew, or cannot be. */
  ready(key: string): Found | undefined {
    const copy = this.store.get(key);
    if (!copy) return undefined;
    const now = performance.now();
    const freshness = this.store.freshness(copy, now);
    if (freshness === "fresh") return { copy, how: "hit" };
    return this.#isGoodEnough(copy, freshness, now) ? { copy, how: "hit; detail=stale" } : undefined;
  }

  /** What to send where nothing is ready: what one render makes for everybody who waits for it, else the last good copy. */
  async find(request: CacheRequest): Promise<Found> {
    const copy = this.store.get(request.key);
    const flight = this.#flights.get(request.key);
    const failed = copy ? undefined : this.#failures.get(request.key);
    if (failed !== undefined) return this.#lastGood(request, failed);
    const result = await within((flight ?? this.#start(request)).done, copy ? WAIT_WITH_COPY_MS : WAIT_MS);
    if ("copy" in result) return { copy: result.copy, how: flight ? "fwd=miss; collapsed" : "fwd=miss; stored" };
    if ("failure" in result) return this.#lastGood(request, result.failure);
    if (result.private_to === request.visit) return { outcome: result.outcome, how: "fwd=bypass" };
    return this.alone(request);
  }

  /** Renders for one visitor only, past the cache. Where that fails they too get the last good copy of what everybody sees. */
  async alone({ key, visit, route }: CacheRequest): Promise<Found> {
    const scope: RequestScope = { request_id: visit.request_id, address: visit.address, locale: visit.locale };
    const outcome = await this.#attempt(visit, scope);
    if (outcome && outcome.status < 500) return { outcome, how: "fwd=bypass" };
    const copy = this.store.get(key) ?? (await this.#restored(key));
    if (copy) return { copy, how: "hit; detail=stale-if-error" };
    return { outcome: unavailable(route.kind, visit.locale), how: "fwd=bypass; detail=failed" };
  }

  #isGoodEnough(copy: Copy, freshness: Freshness, now: number): boolean {
    const retry_at = this.store.retryAt(copy);
    if (retry_at !== null && now < retry_at) return true;
    const is_old = freshness === "changed" || now >= copy.expires_at + OLD_ENOUGH_TO_WAIT_MS;
    return (retry_at !== null || !is_old) && this.#flights.get(copy.key) !== undefined;
  }

  #start(request: CacheRequest): Flight<Result> {
    const { visit, key } = request;
    const scope: RequestScope = { request_id: visit.request_id, address: visit.address, locale: visit.locale };
    const known = this.store.get(key)?.tag ?? null;
    return this.#flights.start(key, { tag: () => scope.cache?.tag ?? known, done: this.#render(request, scope) });
  }

  async #attempt(visit: Visit, scope: RequestScope): Promise<Outcome | null> {
    try {
      return await render(this.#handler, visit, scope);
    } catch (error) {
      if (!isDatabaseLost(error)) log().error({ err: error, request_id: visit.request_id }, "render failed");
      return null;
    }
  }

  async #render(request: CacheRequest, scope: RequestScope): Promise<Result> {
    const began = this.store.begin();
    const rendered_at = performance.now();
    const outcome = await this.#attempt(request.visit, scope);
    if (outcome === null || outcome.status >= 500) return { failure: outcome };
    this.#failures.delete(request.key);
    if (!this.#keeps || outcome.status !== 200 || !scope.cache || outcome.headers["set-cookie"]) {
      this.store.delete(request.key);
      this.#disk.delete(request.key);
      return { private_to: request.visit, outcome };
    }
    const { tag, seconds } = scope.cache;
    const variants = new Variants(sharedEntity(outcome, request.route));
    const expires_at = rendered_at + seconds * 1_000;
    const copy: Copy = { key: request.key, tag, variants, began, rendered_at, expires_at, failure: null };
    if (this.store.put(copy) && request.route.kept) this.#disk.save(copy);
    return { copy };
  }

  async #lastGood({ key, route, visit }: CacheRequest, failure: Outcome | null): Promise<Found> {
    const copy = this.store.get(key) ?? (await this.#restored(key));
    if (copy) {
      this.store.fail(copy, performance.now() + RETRY_MS);
      return { copy, how: "hit; detail=stale-if-error" };
    }
    return { outcome: this.#failures.add(key, route.kind, visit.locale, failure), how: "fwd=miss; detail=failed" };
  }

  async #restored(key: string): Promise<Copy | undefined> {
    const copy = await this.#disk.read(key);
    if (copy) this.store.restore(copy);
    return this.store.get(key);
  }
}

async function within(done: Promise<Result>, ms: number): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const timer = setTimeout(resolve, ms, { failure: null });
  try {
    return await Promise.race([done, promise]);
  } finally {
    clearTimeout(timer);
  }
}
