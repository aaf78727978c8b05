import { LRUCache } from "lru-cache";
import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import { causeOf } from "#lib/notifications/refusal-cause.ts";
import { OTHERS_ACCEPTED, waitingTogether } from "#lib/notifications/sending/outcomes.ts";
import { now } from "#lib/platform/clock.ts";

/** So many people refused alike in a row blame the server. */
const MANY = 5;
// Held messages are claimed: together with the call, shorter than CLAIM_S.
const HOLD_MS = 10_000;
/** An hour of refusals, while the server takes other messages, convicts the recipients after all. */
const ROUNDS = 12;
/** So long what a server said to many is taken for its own trouble if it says so to few. */
const SUSPECT_MS = 30 * 60_000;
const MAX_SUSPECTS = 1_000;

/** Until when the words of a server are its own trouble. */
export type Suspects = LRUCache<string, number>;
export const noSuspects = (): Suspects => new LRUCache({ max: MAX_SUSPECTS });

/** Refusals in the same words, with no message accepted that began after the first of them. */
type Run = {
  key: string;
  recipients: Set<number>;
  held: Outcome[];
  began_ms: number;
  held_since_ms: number;
  /** Whether the server took other messages since it first refused one of these. */
  accepts_others: boolean;
};

type Call = {
  /** Who answers. */
  destination: string;
  began_ms: number;
};

function isRefused({ state, uncounted, unwanted, answer }: Outcome): boolean {
  const isFinal = state === "quarantined" || state === "withdrawn";
  return isFinal && !uncounted && !unwanted && answer !== null;
}

/**
 * Whether the recipients or the server are to blame: of those whom a server refuses alike in a row,
 * many wait for a common moment, few are refused for good. Holds refusals for a few seconds, until a
 * later message is accepted or sending ends. Mails under way when a server fails may still arrive,
 * so only messages that began after a refusal show that the server works.
 */
export class Refusals {
  readonly #runs = new Map<string, Run>();
  readonly #suspects: Suspects;

  constructor(suspects: Suspects) {
    this.#suspects = suspects;
  }

  sort(outcomes: readonly Outcome[], call: Call): Outcome[] {
    const others = outcomes.filter((outcome) => !isRefused(outcome));
    for (const outcome of outcomes.filter(isRefused)) this.#hold(outcome, call.destination);
    const settled = others.some(({ state }) => state === "handed_over") ? this.#accept(call) : [];
    return [...others, ...settled];
  }

  /** Few may have answered because the server is slow, which is no evidence. */
  overdue(): Outcome[] {
    const by_ms = now().getTime() - HOLD_MS;
    return this.#settle(({ held_since_ms }) => held_since_ms <= by_ms, { isDecided: false });
  }

  end(): Outcome[] {
    const all = this.#settle(() => true, { isDecided: true });
    this.#runs.clear();
    return all;
  }

  /** Ends the runs of a server that accepted a later message. */
  #accept({ destination, began_ms }: Call): Outcome[] {
    return [...this.#runs].flatMap(([key, run]) => {
      if (!key.startsWith(`${destination}\n`) || run.began_ms > began_ms) return [];
      this.#runs.delete(key);
      return this.#judge({ ...run, accepts_others: true });
    });
  }

  #settle(isDue: (run: Run) => boolean, { isDecided }: { isDecided: boolean }): Outcome[] {
    const due = [...this.#runs.values()].filter((run) => run.held.length > 0 && isDue(run));
    return due.flatMap((run) => this.#judge(run, isDecided));
  }

  /** A few are believed dead at once only if nothing else was wrong with their message. */
  #judge({ key, recipients, held, accepts_others }: Run, isDecided = true): Outcome[] {
    const now_ms = now().getTime();
    const isMany = recipients.size >= MANY;
    if (isMany) this.#suspects.set(key, now_ms + SUSPECT_MS);
    const isServers = !isDecided || isMany || (this.#suspects.get(key) ?? 0) > now_ms;
    const isOwn = ({ attempts }: Outcome) =>
      isServers ? accepts_others && attempts >= ROUNDS : attempts === 1 || attempts >= ROUNDS;
    return held
      .splice(0)
      .map((outcome) => (isOwn(outcome) ? outcome : waitingTogether(outcome, accepts_others)));
  }

  #hold(outcome: Outcome, destination: string): void {
    const key = `${destination}\n${causeOf(outcome.answer ?? "")}`;
    const now_ms = now().getTime();
    const empty = { key, recipients: new Set<number>(), held: [], accepts_others: false };
    const run = this.#runs.get(key) ?? { ...empty, began_ms: now_ms, held_since_ms: now_ms };
    this.#runs.set(key, run);
    if (outcome.earlier_reason?.endsWith(OTHERS_ACCEPTED)) run.accepts_others = true;
    if (run.held.length === 0) run.held_since_ms = now_ms;
    run.held.push(outcome);
    run.recipients.add(outcome.subscription_id);
  }
}
