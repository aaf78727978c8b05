const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Failures in a row after which a destination is left alone for a while. */
const FAILURES = 5;

/**
 * How fast one destination is sent to, learned from what it answers: at first `start` at once, one
 * more for each round that went well, half of them after it asked for less. Times are milliseconds
 * since 1970.
 */
export class Pace {
  readonly #most: number;
  #places: number;
  #pause_ms = 0;
  #failures = 0;
  #opens_at_ms = 0;

  constructor({ start, most }: { start: number; most: number }) {
    this.#places = start;
    this.#most = most;
  }

  /** How much may be under way at once. */
  get places(): number {
    return Math.max(1, Math.floor(this.#places));
  }

  /** When something may be sent again; in the past: now. */
  get opens_at_ms(): number {
    return this.#opens_at_ms;
  }

  answered(): void {
    this.#places = Math.min(this.#most, this.#places + 1 / this.#places);
    this.#failures = 0;
    this.#pause_ms = 0;
  }

  /** It asked for less, or to be left alone so long. */
  throttled(now_ms: number, after_ms: number): void {
    // What began before it was left alone can only ask for a longer pause.
    if (now_ms < this.#opens_at_ms) {
      this.#opens_at_ms = Math.max(this.#opens_at_ms, now_ms + after_ms);
      return;
    }
    this.#places = Math.max(1, this.#places / 2);
    this.#leaveAlone(now_ms, after_ms);
  }

  /** No answer came, or one that has nothing to do with what was sent. */
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
