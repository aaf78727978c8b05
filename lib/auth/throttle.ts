import { createHash } from "node:crypto";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { limiterStore } from "#db/limiter-store.ts";
import { networkOf } from "#lib/auth/addresses.ts";

const PERIOD_S = 5 * 60;
const FIRST_BLOCK_S = 60;
const MAX_BLOCK_S = 15 * 60;
const DAY_S = 24 * 60 * 60;
const PROVEN_S = 90 * DAY_S;

// The table does not reveal who tried to sign in, or what they mistyped as an e-mail address.
function hashOf(...parts: string[]): string {
  return createHash("sha256").update(parts.join(" ")).digest("base64url");
}

/** Seconds of the n-th block within a day: 1 min, then twice as long each time, at most 15 min. */
export function blockSeconds(strikes: number): number {
  return Math.min(MAX_BLOCK_S, FIRST_BLOCK_S * 2 ** (strikes - 1));
}

/** Counts in the database: they hold for all processes, and outlive them. */
function counter(name: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: limiterStore,
    storeType: "client",
    tableName: "sign_in_counts",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
  });
}

class Guesses {
  readonly #guesses: RateLimiterPostgres;
  readonly #strikes: RateLimiterPostgres;

  constructor(name: string, points: number) {
    this.#guesses = counter(name, points, PERIOD_S);
    this.#strikes = counter(`${name}_strikes`, DAY_S, DAY_S);
  }

  /** @returns seconds to wait; 0: the guess may be made */
  async take(key: string): Promise<number> {
    try {
      await this.#guesses.consume(key);
      return 0;
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
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

type Keys = { client: string; pair: string; account: string };

function keysOf(email: string, address: string): Keys {
  const network = networkOf(address);
  return { client: hashOf(network), pair: hashOf(email, network), account: hashOf(email) };
}

/**
 * Slows down who guesses passwords. Five wrong ones block an e-mail address for one client only, so
 * that nobody can lock an operator out during an outage; a client is blocked after 20, an e-mail
 * address after 100 from clients that have not signed in with it for 90 days.
 */
export class SignInThrottle {
  readonly #pairs = new Guesses("pair", 5);
  readonly #clients = new Guesses("client", 20);
  readonly #emails = new Guesses("email", 100);
  readonly #proven = counter("proven", 1, PROVEN_S);

  /** Counts an attempt before its password is looked at. @returns seconds to wait; 0: go on */
  async take(email: string, address: string): Promise<number> {
    const { client, pair, account } = keysOf(email, address);
    const wait = (await this.#pairs.take(pair)) || (await this.#clients.take(client));
    return wait || (await this.#proven.get(pair)) ? wait : this.#emails.take(account);
  }

  /** The attempt was right: it does not count. */
  async accept(email: string, address: string): Promise<void> {
    const { client, pair, account } = keysOf(email, address);
    await Promise.all([this.#pairs.forget(pair), this.#clients.giveBack(client)]);
    if (!(await this.#proven.get(pair))) await this.#emails.giveBack(account);
    await this.#proven.set(pair, 1, PROVEN_S);
  }
}

export const signInThrottle = new SignInThrottle();
