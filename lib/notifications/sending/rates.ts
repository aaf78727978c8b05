import { LRUCache } from "lru-cache";
import { SENDER_PAUSE_S } from "#lib/notifications/sending/outcomes.ts";
import { now } from "#lib/platform/clock.ts";
import { AdaptiveRate } from "#lib/platform/limits/adaptive-rate.ts";
import { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";
import type { TryAgain, Verdict } from "#lib/platform/verdict.ts";

/** `slow`: calls that wait for an answer longer than usual. */
type Limit = { pace: AdaptiveRate; gate: FairSemaphore; slow: number };

const MAX_KNOWN = 50_000;
const ACCOUNT = { start: 8, most: 32 };
// A host has many addresses, some of which may never answer.
const HOST = { start: 128, most: 256 };
/** After that a call without an answer takes no place of its host's other addresses. */
const SLOW_MS = 2_000;
/** Maximum waiting messages per destination before others pass. */
const LINE = 64;
const LINE_OF_SLOW = 1;
const ADDRESS = { start: 2, most: 8 };

export type Limited = {
  destination: string;
  /** null: the channel's limits belong to the account, not to the recipient. */
  address: string | null;
};

export class Destination {
  readonly #shared: Limit;
  readonly #own: Limit | null;
  readonly #client: AdaptiveRate;

  constructor(shared: Limit, own: Limit | null, client: AdaptiveRate) {
    this.#shared = shared;
    this.#own = own;
    this.#client = client;
  }

  get opens_at_ms(): number {
    const own_ms = this.#own?.pace.opens_at_ms ?? 0;
    return Math.max(this.#shared.pace.opens_at_ms, own_ms, this.#client.opens_at_ms);
  }

  /** Whether its own line is full: neighbors on the same host say nothing about it. */
  get isBusy(): boolean {
    const { gate, slow } = this.#own ?? this.#shared;
    return gate.waiting >= (slow > 0 ? LINE_OF_SLOW : LINE);
  }

  /** @returns a function to call when the message has left */
  async enter(client: string): Promise<() => void> {
    const own = this.#own;
    const leaveOwn = await own?.gate.enter(client);
    const leaveShared = await this.#shared.gate.enter(client);
    if (!own) return leaveShared;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      own.slow += 1;
      leaveShared();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      if (isSlow) own.slow -= 1;
      else leaveShared();
      leaveOwn?.();
    };
  }

  learn(verdict: Verdict): void {
    const now_ms = now().getTime();
    if (verdict.outcome !== "try_again") this.#answered();
    else if (verdict.about === "moment") this.#learnFailure(verdict);
    else if (verdict.stops) this.#shared.pace.throttled(now_ms, SENDER_PAUSE_S * 1_000);
    // Other clients may use the same server.
    else this.#client.failed(now_ms);
  }

  #learnFailure({ throttled, after_s, answer, scope }: TryAgain): void {
    if (scope === "recipient" && !this.#own) return;
    const { pace } = scope === "provider" || !this.#own ? this.#shared : this.#own;
    const now_ms = now().getTime();
    if (throttled || after_s > 0) pace.throttled(now_ms, after_s * 1_000);
    else if (answer === null || answer.startsWith("5")) pace.failed(now_ms);
    else this.#answered();
  }

  #answered(): void {
    this.#shared.pace.answered();
    this.#own?.pace.answered();
    this.#client.answered();
  }
}

export class Rates {
  readonly #known = new LRUCache<string, Limit>({ max: MAX_KNOWN });

  /** @param client the sending organization */
  to({ destination, address }: Limited, client: string): Destination {
    const { pace } = this.#of(`${destination} for ${client}`, ACCOUNT);
    if (address === null) return new Destination(this.#of(destination, ACCOUNT), null, pace);
    const own = this.#of(`${destination} ${address}`, ADDRESS);
    return new Destination(this.#of(destination, HOST), own, pace);
  }

  #of(name: string, places: { start: number; most: number }): Limit {
    const known = this.#known.get(name);
    if (known) return known;
    const pace = new AdaptiveRate(places);
    const gate = new FairSemaphore(() => ({ all: pace.places, each: pace.places }));
    const limit = { pace, gate, slow: 0 };
    this.#known.set(name, limit);
    return limit;
  }
}
