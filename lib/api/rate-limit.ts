import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import { hashToken, tokenFrom } from "#lib/core/access/tokens.ts";
import type { RequestScope } from "#lib/core/request/request-scope.ts";
import { now } from "#lib/platform/clock.ts";

const PERIOD_MS = 10_000;
const MAX_KNOWN_KEYS = 10_000;
const KNOWN_FOR_MS = 10 * 60 * 1_000;

/** The remaining budget. `headers` are names and values in turn. */
export type Budget = { exceeded: boolean; headers: string[]; reset_s: number };

type Limits = {
  /** Requests per 10 s without a key, per address; 0 = off. */
  public: number;
  /** Requests per 10 s per key; 0 = off. */
  management: number;
};

const UNLIMITED: Budget = { exceeded: false, headers: [], reset_s: 0 };

type Counted = [name: string, points: number][];
export type Counts = { addresses: Counted; keys: Counted; tenants: Counted };

/** A tenant's limit in multiples of a key's. */
const KEYS_OF_TENANT = 5;

type Window = { points: number; ends_ms: number };

class Counter {
  readonly #limit: number;
  readonly #unsent: Map<string, number> | null;
  readonly #windows = new Map<string, Window>();
  #cleaned_ms = 0;

  constructor(limit: number, shared: boolean) {
    this.#limit = limit;
    this.#unsent = shared ? new Map() : null;
  }

  take(key: string, points = 1): Budget {
    if (this.#limit === 0) return UNLIMITED;
    this.#unsent?.set(key, (this.#unsent.get(key) ?? 0) + points);
    const { points: taken, ends_ms } = this.#count(key, points);
    const remaining = Math.max(0, this.#limit - taken);
    const reset_s = Math.max(1, Math.ceil((ends_ms - now().getTime()) / 1_000));
    const headers = [
      "RateLimit-Limit",
      `${this.#limit}`,
      "RateLimit-Remaining",
      `${remaining}`,
      "RateLimit-Reset",
      `${reset_s}`,
    ];
    return { exceeded: taken > this.#limit, headers, reset_s };
  }

  takeUnsent(): [string, number][] {
    const counts = [...(this.#unsent ?? [])];
    this.#unsent?.clear();
    return counts;
  }

  add(counts: readonly [string, number][]): void {
    if (this.#limit === 0) return;
    for (const [key, points] of counts) this.#count(key, points);
  }

  /** Counts in the window that the key's first request began. */
  #count(key: string, points: number): Window {
    const now_ms = now().getTime();
    // A clock that was set back must not keep a window open.
    const isOpen = ({ ends_ms }: Window) => ends_ms > now_ms && ends_ms <= now_ms + PERIOD_MS;
    if (Math.abs(now_ms - this.#cleaned_ms) >= PERIOD_MS) {
      for (const [known, window] of this.#windows) if (!isOpen(window)) this.#windows.delete(known);
      this.#cleaned_ms = now_ms;
    }
    const open = this.#windows.get(key);
    if (open && isOpen(open)) {
      open.points += points;
      return open;
    }
    const window = { points, ends_ms: now_ms + PERIOD_MS };
    this.#windows.set(key, window);
    return window;
  }
}

/**
 * Limits API requests in front of the page cache: per address without a key, else per key and
 * tenant. Wrong keys count for their address.
 */
export class RateLimit {
  readonly #addresses: Counter;
  readonly #keys: Counter;
  readonly #tenants: Counter;
  readonly #validKeys = new LRUCache<string, string>({ max: MAX_KNOWN_KEYS, ttl: KNOWN_FOR_MS });

  /** @param shared whether other processes count, too: then `takeUnsent` must be called regularly */
  constructor(limits: Limits, shared = false) {
    this.#addresses = new Counter(limits.public, shared);
    this.#keys = new Counter(limits.management, shared);
    this.#tenants = new Counter(limits.management * KEYS_OF_TENANT, shared);
  }

  /** Counts since the last call, for other processes; null: none. */
  takeUnsent(): Counts | null {
    const counts = {
      addresses: this.#addresses.takeUnsent(),
      keys: this.#keys.takeUnsent(),
      tenants: this.#tenants.takeUnsent(),
    };
    return Object.values(counts).some(({ length }) => length > 0) ? counts : null;
  }

  add({ addresses, keys, tenants }: Counts): void {
    this.#addresses.add(addresses);
    this.#keys.add(keys);
    this.#tenants.add(tenants);
  }

  /**
   * Counts a request and sets the key's tenant in its scope. Watches `response` where only the
   * answer shows whether the key is valid.
   */
  take(authorization: string | undefined, scope: RequestScope, response: ServerResponse): Budget {
    const client = networkOf(scope.address ?? "");
    const token = authorization === undefined ? null : tokenFrom(authorization);
    if (token === null) return this.#addresses.take(client);
    const key = hashToken(token).toString("base64");
    const tenant = this.#validKeys.get(key);
    scope.tenant = tenant;
    if (tenant === undefined) return this.#takeUnknown(key, client, scope, response);
    response.once("close", () => {
      if (response.statusCode === 401) this.#validKeys.delete(key);
      else if (scope.tenant && scope.tenant !== tenant) this.#validKeys.set(key, scope.tenant);
    });
    const own = this.#keys.take(key);
    if (own.exceeded) return own;
    const together = this.#tenants.take(tenant);
    return together.exceeded ? together : own;
  }

  /**
   * Counts for the address first, so that parallel guesses gain nothing; a valid key is then
   * charged instead.
   */
  #takeUnknown(key: string, client: string, scope: RequestScope, response: ServerResponse): Budget {
    const guess = this.#addresses.take(client);
    if (guess.exceeded) return guess;
    const budget = this.#keys.take(key);
    if (budget.exceeded) return budget;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = ((...args: unknown[]) => {
      response.writeHead = writeHead;
      if (scope.key_accepted) {
        const { tenant = key } = scope;
        this.#validKeys.set(key, tenant);
        this.#tenants.take(tenant);
        this.#addresses.take(client, -1);
      } else setHeaders(response, guess.headers);
      return writeHead(...args);
    }) as typeof response.writeHead;
    return budget;
  }
}

export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? "", headers[index + 1] ?? "");
}
