import { requesterOf } from "#lib/core/request/request-scope.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import type { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { log } from "#lib/platform/log.ts";
import type { DiskCopies } from "#lib/server/cache/disk.ts";
import { Failures, type Flight, Flights } from "#lib/server/cache/flights.ts";
import { sharedEntity } from "#lib/server/cache/headers.ts";
import { type Outcome, plainAnswer, type Renderer, type Visit } from "#lib/server/cache/outcome.ts";
import { type Copy, type Freshness, Store } from "#lib/server/cache/store.ts";
import { Variants } from "#lib/server/cache/variants.ts";

/** `visit` matters only if the answer turns out to be personal. */
export type CacheRequest = { key: string; route: PublicRoute; visit: Visit };

/** `how` becomes the Cache-Status header. An outcome without a copy is for this visitor alone. */
export type CacheResult = { how: string } & (
  | { copy: Copy; outcome?: undefined }
  | { copy?: undefined; outcome: Outcome }
);

/**
 * `only`: an answer without a copy is for this visit; null: for all who wait for the render.
 * `isOvertaken`: the page changed meanwhile.
 */
type RenderResult =
  | { copy: Copy }
  | { outcome: Outcome; only: Visit | null; isOvertaken?: true }
  | { failure: Outcome | null };

const RETRY_MS = 1_000;
const OLD_ENOUGH_TO_WAIT_MS = 60_000;
const WAIT_WITH_COPY_MS = 5_000;
const WAIT_MS = 15_000;

/** Page cache. A page's tag is dropped when the page changes (lib/core/transaction/announce.ts). */
export class PageCache {
  readonly store = new Store();
  readonly #flights = new Flights<RenderResult>();
  readonly #failures = new Failures(RETRY_MS);
  readonly #renderer: Renderer;
  readonly #disk: DiskCopies;
  readonly #queue: FairQueue;
  readonly #isEnabled: boolean;
  /** For each copy being read from disk: keys and tags deleted meanwhile. */
  readonly #reads = new Set<Set<string>>();

  constructor(renderer: Renderer, disk: DiskCopies, queue: FairQueue, isEnabled = true) {
    this.#renderer = renderer;
    this.#disk = disk;
    this.#queue = queue;
    this.#isEnabled = isEnabled;
  }

  /** Later requests get later renders only. */
  changed(tag: string): void {
    this.store.changed(tag);
    this.#failures.clear();
    this.#flights.close((rendered) => rendered === null || rendered === tag);
  }

  changedAll(): void {
    this.store.changedAll();
    this.#failures.clear();
    this.#flights.close(() => true);
  }

  /** Tags of all copies with the time of the oldest, in ms since 1970. */
  oldest(): [tag: string, made_at: number][] {
    const oldest = new Map<string, number>();
    for (const [tag, made_at] of [...this.store.made(), ...this.#disk.made()])
      oldest.set(tag, Math.min(made_at, oldest.get(tag) ?? made_at));
    return [...oldest];
  }

  /**
   * Deletes a page's copies, also those kept for failures: they may no longer be public, or at that
   * address.
   * @param before keeps later copies (ms since 1970)
   */
  async forget(tag: string, before?: number): Promise<void> {
    for (const deleted of this.#reads) deleted.add(tag);
    this.store.deleteTag(tag, before);
    await this.#disk.deleteTag(tag, before);
  }

  /** A copy to send without waiting: fresh, or stale while a render is in progress or failing. */
  ready(key: string, now = performance.now()): CacheResult | undefined {
    const copy = this.store.get(key);
    if (!copy) return undefined;
    const freshness = this.store.freshness(copy, now);
    if (freshness === "fresh") return { copy, how: "hit" };
    return this.#isGoodEnough(copy, freshness, now)
      ? { copy, how: "hit; detail=stale" }
      : undefined;
  }

  /** Answer when the queue is full: an older copy, else an error after a short delay. */
  async full({ key, route, visit }: CacheRequest): Promise<CacheResult | undefined> {
    if (this.ready(key) || this.#flights.get(key)) return undefined;
    if (!this.#queue.refuses(...slotArguments(visit))) return undefined;
    return this.#refused({ key, route, visit });
  }

  /** A ready copy, else the result of one shared render, else the last good copy. */
  async find(request: CacheRequest, isRepeated = false): Promise<CacheResult> {
    const { key, visit } = request;
    const ready = this.ready(key);
    if (ready) return ready;
    const copy = this.store.get(key);
    const failed = copy ? undefined : this.#failures.get(key);
    if (failed !== undefined) return this.#lastGood(request, failed);
    const joined = this.#flights.get(key);
    joined?.slot.join(...slotArguments(visit));
    const flight = joined ?? this.#start(request);
    if (!flight) return this.#refused(request);
    const result = await resultWithin(flight.done, copy ? WAIT_WITH_COPY_MS : WAIT_MS);
    if ("copy" in result)
      return { copy: result.copy, how: joined ? "fwd=miss; collapsed" : "fwd=miss; stored" };
    if ("failure" in result) return this.#lastGood(request, result.failure);
    const { outcome, only, isOvertaken } = result;
    if (isOvertaken && !isRepeated) {
      // An answer that no cache may keep makes a cache in front forward every waiting request.
      const again = await this.find(request, true);
      if (!again.how.includes("detail=")) return again;
    }
    if (only !== null && only !== visit) return this.alone(request);
    return { outcome, how: outcome.refused ? "fwd=miss" : "fwd=bypass" };
  }

  /** Renders for one visitor past the cache; on failure they get the last good public copy. */
  async alone(request: CacheRequest): Promise<CacheResult> {
    const { key, visit, route } = request;
    const slot = this.#queue.take(...slotArguments(visit));
    if (!slot) return this.#refused(request);
    if (!(await slot.acquired)) return this.#busy(request);
    const outcome = await this.#attempt(visit, false);
    slot.end();
    if (outcome && outcome.status < 500) return { outcome, how: "fwd=bypass" };
    const copy = this.store.get(key) ?? (await this.#restored(key));
    if (copy) return { copy, how: "hit; detail=stale-if-error" };
    const failed = plainAnswer("unavailable", route.kind, visit);
    return { outcome: failed, how: "fwd=bypass; detail=failed" };
  }

  #isGoodEnough(copy: Copy, freshness: Freshness, now: number): boolean {
    if (this.#renderer.isSilent()) return true;
    const retry_at = this.store.retryAt(copy);
    if (retry_at !== null && now < retry_at) return true;
    const is_old = freshness === "changed" || now >= copy.expires_at + OLD_ENOUGH_TO_WAIT_MS;
    return (retry_at !== null || !is_old) && this.#flights.get(copy.key) !== undefined;
  }

  #start(request: CacheRequest): Flight<RenderResult> | null {
    const { visit, key } = request;
    const slot = this.#queue.take(...slotArguments(visit));
    if (!slot) return null;
    const known = this.store.get(key)?.tag ?? null;
    let isAcquired = false;
    const render = async () => {
      isAcquired = await slot.acquired;
      if (!isAcquired) return { failure: null };
      return this.#render(request).finally(slot.end);
    };
    return this.#flights.start(key, {
      slot,
      hasBegun: () => isAcquired,
      tag: known,
      done: render(),
    });
  }

  #busy({ key, route, visit }: CacheRequest): CacheResult {
    const copy = this.store.get(key);
    if (copy) return { copy, how: "hit; detail=busy" };
    return { outcome: plainAnswer("busy", route.kind, visit), how: "fwd=miss; detail=busy" };
  }

  async #refused(request: CacheRequest): Promise<CacheResult> {
    const result = this.#busy(request);
    if (!result.copy) await this.#queue.delayRefusal();
    return result;
  }

  async #attempt(visit: Visit, hasCopy: boolean): Promise<Outcome | null> {
    try {
      return await this.#renderer.render(visit, hasCopy);
    } catch (error) {
      log().debug({ err: error, request_id: visit.request_id }, "not rendered");
      return null;
    }
  }

  async #render(request: CacheRequest): Promise<RenderResult> {
    const began = this.store.begin();
    const rendered_at = performance.now();
    const hasCopy = this.store.get(request.key) !== undefined;
    const outcome = await this.#attempt(request.visit, hasCopy);
    if (outcome === null || outcome.status >= 500) return { failure: outcome };
    this.#failures.delete(request.key);
    // A restriction applies to the visitor who asked, not to those who joined the render.
    if (outcome.refused) return { outcome, only: outcome.restricted ? request.visit : null };
    if (!outcome.cache || !this.#mayStore(request.route, outcome)) {
      for (const deleted of this.#reads) deleted.add(request.key);
      this.store.delete(request.key);
      this.#disk.delete(request.key);
      return { outcome, only: request.visit };
    }
    const { tag, seconds } = outcome.cache;
    const variants = new Variants(sharedEntity(outcome, request.route, tag));
    const expires_at = rendered_at + seconds * 1_000;
    const copy: Copy = {
      key: request.key,
      tag,
      variants,
      began,
      rendered_at,
      expires_at,
      failure: null,
    };
    // It may no longer be public, and what follows no longer purges it.
    if (!this.store.put(copy)) return { outcome, only: null, isOvertaken: true };
    if (request.route.kept) this.#disk.save(copy);
    return { copy };
  }

  #mayStore({ seconds }: PublicRoute, { status, headers, moved }: Outcome): boolean {
    const isWhole = status === 200 || moved !== undefined;
    return this.#isEnabled && seconds > 0 && isWhole && !headers["set-cookie"];
  }

  async #lastGood(
    { key, route, visit }: CacheRequest,
    failure: Outcome | null,
  ): Promise<CacheResult> {
    const copy = this.store.get(key) ?? (await this.#restored(key));
    if (copy) {
      this.store.fail(copy, performance.now() + RETRY_MS);
      return { copy, how: "hit; detail=stale-if-error" };
    }
    return {
      outcome: this.#failures.add(key, route.kind, visit, failure),
      how: "fwd=miss; detail=failed",
    };
  }

  async #restored(key: string): Promise<Copy | undefined> {
    const deleted = new Set<string>();
    this.#reads.add(deleted);
    const copy = await this.#disk.read(key);
    this.#reads.delete(deleted);
    // It may have been withdrawn while it was read.
    if (copy && (deleted.has(key) || deleted.has(copy.tag))) return this.#restored(key);
    if (copy && !this.store.get(key)) this.store.restore(copy);
    return this.store.get(key);
  }
}

function slotArguments(visit: Visit): [client: string, tenant: string] {
  const { client, tenant } = requesterOf(visit);
  return [client, tenant];
}

async function resultWithin(done: Promise<RenderResult>, ms: number): Promise<RenderResult> {
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  const timer = setTimeout(resolve, ms, { failure: null });
  try {
    return await Promise.race([done, promise]);
  } finally {
    clearTimeout(timer);
  }
}
