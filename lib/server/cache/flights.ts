import { LRUCache } from "lru-cache";
import type { Kind } from "#lib/core/routes/route.ts";
import type { Slot } from "#lib/platform/limits/fair-queue.ts";
import { type Outcome, plainAnswer, type Visit } from "#lib/server/cache/outcome.ts";

/** A render in progress, shared by all concurrent requests for the same key. */
export type Flight<T> = {
  slot: Slot;
  hasBegun(): boolean;
  tag: string | null;
  done: Promise<T>;
};

/** Renders in progress by key; at most one per key accepts further requests. */
export class Flights<T> {
  readonly #open = new Map<string, Flight<T>>();

  get(key: string): Flight<T> | undefined {
    return this.#open.get(key);
  }

  start(key: string, flight: Flight<T>): Flight<T> {
    this.#open.set(key, flight);
    const end = () => {
      if (this.#open.get(key) === flight) this.#open.delete(key);
    };
    flight.done.then(end, end);
    return flight;
  }

  /** Excludes renders that began before a change from being joined. */
  close(changed: (tag: string | null) => boolean): void {
    for (const [key, flight] of this.#open)
      if (flight.hasBegun() && changed(flight.tag)) this.#open.delete(key);
  }
}

const MAX_KEYS = 1_000;

/** Recent failures without a good copy, so that a dead database is not queried per request. */
export class Failures {
  readonly #recent: LRUCache<string, Outcome>;

  constructor(ttl_ms: number) {
    this.#recent = new LRUCache({ max: MAX_KEYS, ttl: ttl_ms });
  }

  get(key: string): Outcome | undefined {
    return this.#recent.get(key);
  }

  delete(key: string): void {
    this.#recent.delete(key);
  }

  clear(): void {
    this.#recent.clear();
  }

  /** @returns the answer: for data the API's own error, if any */
  add(key: string, kind: Kind, visit: Visit, failure: Outcome | null): Outcome {
    const known = this.#recent.get(key);
    if (known) return known;
    const outcome = failure && kind === "data" ? failure : plainAnswer("unavailable", kind, visit);
    this.#recent.set(key, outcome);
    return outcome;
  }
}
