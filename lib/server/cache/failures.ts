import { LRUCache } from "lru-cache";
import type { Kind } from "#lib/core/routes/route.ts";
import type { Outcome, Visit } from "#lib/server/cache/outcome.ts";
import { plainAnswer } from "#lib/server/cache/plain.ts";

const MAX_KEYS = 1_000;

/**
 * What could not be rendered a moment ago and has no good copy: remembered briefly, so that a dead
 * database is not asked at every request.
 */
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

  /** @returns what to answer: the API's own words where it found some */
  add(key: string, kind: Kind, visit: Visit, failure: Outcome | null): Outcome {
    const known = this.#recent.get(key);
    if (known) return known;
    const outcome = failure && kind === "data" ? failure : plainAnswer("unavailable", kind, visit);
    this.#recent.set(key, outcome);
    return outcome;
  }
}
