import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";

/** So many of one client's requests go on at once, then one each two milliseconds. */
const AT_ONCE = 200;
const EACH_MS = 2;
/** What would have to wait longer is refused. */
const LONGEST_MS = 5_000;
const MAX_CLIENTS = 10_000;

/**
 * Spreads over time what one client asks for, so that a flood which costs little each still leaves
 * the process to others between any two of its requests.
 */
export class Pace {
  /** Until when the time of each client is taken. */
  readonly #taken = new LRUCache<string, number>({ max: MAX_CLIENTS });

  /** @returns milliseconds to wait before the request is answered; null: it is refused */
  take(client: string, now_ms: number): number | null {
    const earliest_ms = now_ms - AT_ONCE * EACH_MS;
    const until = Math.max(this.#taken.get(client) ?? 0, earliest_ms) + EACH_MS;
    const wait_ms = Math.max(0, Math.ceil(until - now_ms));
    if (wait_ms > LONGEST_MS) return null;
    this.#taken.set(client, until);
    return wait_ms;
  }
}

/** Begins an answer after a while, unless its client is gone by then. */
export function answerAfter(wait_ms: number, response: ServerResponse, begin: () => void): void {
  if (wait_ms === 0) begin();
  else {
    const waiting = setTimeout(begin, wait_ms);
    response.once("close", () => clearTimeout(waiting));
  }
}
