import { LRUCache } from "lru-cache";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const FAILURES = 5;

/**
 * Adapts concurrency to one destination: one more per good round, half after a throttle, a growing
 * pause after failures. Times are milliseconds since 1970.
 */
export class AdaptiveRate {
  readonly #most: number;
  #places: number;
  #pause_ms = 0;
  #failures = 0;
  #opens_at_ms = 0;

  constructor({ start, most }: { start: number; most: number }) {
    this.#places = start;
    this.#most = most;
  }

  get places(): number {
    return Math.max(1, Math.floor(this.#places));
  }

  get opens_at_ms(): number {
    return this.#opens_at_ms;
  }

  answered(): void {
    this.#places = Math.min(this.#most, this.#places + 1 / this.#places);
    this.#failures = 0;
    this.#pause_ms = 0;
  }

  throttled(now_ms: number, after_ms: number): void {
    // Work that began before the pause can only extend it.
    if (now_ms < this.#opens_at_ms) {
      this.#opens_at_ms = Math.max(this.#opens_at_ms, now_ms + after_ms);
      return;
    }
    this.#places = Math.max(1, this.#places / 2);
    this.#leaveAlone(now_ms, after_ms);
  }

  failed(now_ms: number): void {
    this.#failures += 1;
    if (this.#failures < FAILURES || now_ms < this.#opens_at_ms) return;
    this.#places = 1;
    this.#leaveAlone(now_ms, 0);
  }

  #leaveAlone(now_ms: number, after_ms: number): void {
    this.#pause_ms = Math.min(LONGEST_PAUSE_MS, this.#pause_ms * 2 || FIRST_PAUSE_MS);
    this.#opens_at_ms = now_ms + Math.max(this.#pause_ms, after_ms);
  }
}

const OPENING_FAILURES = 5;
const FIRST_OPEN_MS = 10_000;
const LONGEST_OPEN_MS = 5 * 60_000;
const MAX_KNOWN = 10_000;

/** `asked`: the destination itself asked for the pause. */
type Breaker = { failures: number; pause_ms: number; open_until_ms: number; asked: boolean };

/** `half_open`: a single attempt tests the destination. */
type State = "closed" | "open" | "half_open";

/** Stops calling destinations that failed repeatedly or asked for a pause. Times are ms since 1970. */
export class CircuitBreakers {
  readonly #known = new LRUCache<string, Breaker>({ max: MAX_KNOWN });

  state(name: string, now_ms: number): State {
    const breaker = this.#known.get(name);
    if (!breaker || breaker.failures < OPENING_FAILURES) return "closed";
    return now_ms < breaker.open_until_ms ? "open" : "half_open";
  }

  opensAt(name: string): number {
    return this.#known.get(name)?.open_until_ms ?? 0;
  }

  hasFailed(name: string): boolean {
    return this.#known.has(name);
  }

  answered(name: string, now_ms: number): void {
    const { asked, open_until_ms } = this.#known.get(name) ?? {};
    // Attempts that began before the pause say nothing about it.
    if (asked && open_until_ms !== undefined && now_ms < open_until_ms) return;
    this.#known.delete(name);
  }

  askedToWait(name: string, now_ms: number, after_ms: number): void {
    const open_until_ms = Math.max(this.opensAt(name), now_ms + after_ms);
    const failures = OPENING_FAILURES;
    this.#known.set(name, { failures, pause_ms: 0, open_until_ms, asked: true });
  }

  gaveNoAnswer(name: string, now_ms: number): void {
    const state = this.state(name, now_ms);
    // Attempts that began before it opened say nothing new.
    if (state === "open") return;
    const { failures, pause_ms } = this.#known.get(name) ?? { failures: 0, pause_ms: 0 };
    const pause = pause_ms === 0 ? FIRST_OPEN_MS : Math.min(pause_ms * 2, LONGEST_OPEN_MS);
    const opens = failures + 1 >= OPENING_FAILURES;
    this.#known.set(name, {
      failures: failures + 1,
      pause_ms: opens ? pause : 0,
      open_until_ms: opens ? now_ms + pause : 0,
      asked: false,
    });
  }
}
