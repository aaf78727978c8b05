import { LRUCache } from "lru-cache";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "#lib/auth/addresses.ts";

const PERIOD_S = 5 * 60;
const FIRST_BLOCK_S = 60;
const MAX_BLOCK_S = 15 * 60;
const DAY_S = 24 * 60 * 60;

/** Seconds of the n-th block within a day: 1 min, then twice as long each time, at most 15 min. */
export function blockSeconds(strikes: number): number {
  return Math.min(MAX_BLOCK_S, FIRST_BLOCK_S * 2 ** (strikes - 1));
}

class Guesses {
  readonly #guesses: RateLimiterMemory;
  readonly #strikes = new RateLimiterMemory({ points: DAY_S, duration: DAY_S });

  constructor(points: number) {
    this.#guesses = new RateLimiterMemory({ points, duration: PERIOD_S });
  }

  /** @returns seconds to wait; 0: the guess may be made */
  async take(key: string): Promise<number> {
    try {
      await this.#guesses.consume(key);
      return 0;
    } catch (refusal) {
      const { consumedPoints, msBeforeNext } = refusal as RateLimiterRes;
      if (consumedPoints !== this.#guesses.points + 1) return Math.ceil(msBeforeNext / 1000);
      const seconds = blockSeconds((await this.#strikes.penalty(key)).consumedPoints);
      await this.#guesses.block(key, seconds);
      return seconds;
    }
  }

  async forget(key: string): Promise<void> {
    await Promise.all([this.#guesses.delete(key), this.#strikes.delete(key)]);
  }

  async giveBack(key: string): Promise<void> {
    await this.#guesses.reward(key);
  }
}

/**
 * Slows down who guesses passwords. Five wrong ones block an e-mail address for one client only, so
 * that nobody can lock an operator out during an outage; a client is blocked after 20, an e-mail
 * address after 100 from clients that never signed in with it.
 */
export class SignInThrottle {
  readonly #pairs = new Guesses(5);
  readonly #clients = new Guesses(20);
  readonly #emails = new Guesses(100);
  readonly #proven = new LRUCache<string, true>({ max: 10_000 });

  /** Counts an attempt before its password is looked at. @returns seconds to wait; 0: go on */
  async take(email: string, address: string): Promise<number> {
    const client = networkOf(address);
    const pair = `${email} ${client}`;
    const wait = (await this.#pairs.take(pair)) || (await this.#clients.take(client));
    return wait || this.#proven.has(pair) ? wait : this.#emails.take(email);
  }

  /** The attempt was right: it does not count. */
  async accept(email: string, address: string): Promise<void> {
    const client = networkOf(address);
    const pair = `${email} ${client}`;
    await Promise.all([this.#pairs.forget(pair), this.#clients.giveBack(client)]);
    if (!this.#proven.has(pair)) await this.#emails.giveBack(email);
    this.#proven.set(pair, true);
  }
}

// Next bundles a copy of this module per entry: all share one count.
const key = Symbol.for("allclear.sign-in-throttle");
const holder = globalThis as { [key]?: SignInThrottle };
holder[key] ??= new SignInThrottle();

export const signInThrottle = holder[key];
