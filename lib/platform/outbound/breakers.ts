import { LRUCache } from "lru-cache";

const FAILURES = 5;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const MAX_KNOWN = 10_000;

type Breaker = { failures: number; pause_ms: number; open_until_ms: number };

/** `half_open`: a single attempt is to find out whether it answers again. */
type State = "closed" | "open" | "half_open";

/**
 * Circuit breakers: a destination that did not respond several times in a row is not called for a
 * growing time. Times are milliseconds since 1970.
 */
export class Breakers {
  readonly #known = new LRUCache<string, Breaker>({ max: MAX_KNOWN });

  state(name: string, now_ms: number): State {
    const breaker = this.#known.get(name);
    if (!breaker || breaker.failures < FAILURES) return "closed";
    return now_ms < breaker.open_until_ms ? "open" : "half_open";
  }

  /** When an open one lets an attempt through. */
  opensAt(name: string): number {
    return this.#known.get(name)?.open_until_ms ?? 0;
  }

  answered(name: string): void {
    this.#known.delete(name);
  }

  gaveNoAnswer(name: string, now_ms: number): void {
    const state = this.state(name, now_ms);
    // What began before it opened says nothing new.
    if (state === "open") return;
    const { failures, pause_ms } = this.#known.get(name) ?? { failures: 0, pause_ms: 0 };
    const pause = pause_ms === 0 ? FIRST_PAUSE_MS : Math.min(pause_ms * 2, LONGEST_PAUSE_MS);
    const opens = failures + 1 >= FAILURES;
    this.#known.set(name, {
      failures: failures + 1,
      pause_ms: opens ? pause : 0,
      open_until_ms: opens ? now_ms + pause : 0,
    });
  }
}
