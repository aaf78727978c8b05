import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";

/** Burst per client, followed by one request per INTERVAL_MS. */
const BURST = 200;
const INTERVAL_MS = 2;
const MAX_WAIT_MS = 5_000;
const MAX_CLIENTS = 10_000;

/**
 * Spreads one client's requests over time, so that a flood of cheap requests leaves time for
 * others.
 */
export class RequestPacer {
  readonly #taken = new LRUCache<string, number>({ max: MAX_CLIENTS });

  /** @returns delay in ms; null: refused */
  take(client: string, now_ms: number): number | null {
    const earliest_ms = now_ms - BURST * INTERVAL_MS;
    const until = Math.max(this.#taken.get(client) ?? 0, earliest_ms) + INTERVAL_MS;
    const wait_ms = Math.max(0, Math.ceil(until - now_ms));
    if (wait_ms > MAX_WAIT_MS) return null;
    this.#taken.set(client, until);
    return wait_ms;
  }
}

export function answerAfter(wait_ms: number, response: ServerResponse, begin: () => void): void {
  if (wait_ms === 0) begin();
  else {
    const waiting = setTimeout(begin, wait_ms);
    response.once("close", () => clearTimeout(waiting));
  }
}
