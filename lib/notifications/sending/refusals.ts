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
/** So long refusals count together, and so long the words said to many blame the server. */
const KNOWN_MS = 30 * 60_000;
const MAX_KNOWN = 1_000;

/** Refusals in the same words, with no message accepted that began after the first of them. */
type Run = {
  destination: string;
  key: string;
  recipients: Set<number>;
  /** Its place in the order of calls. */
  began: number;
  last_ms: number;
  /** Those tried so often were refused before the server took others. */
  others_after_attempts: number;
  /** Whether a message was accepted that began after the first refusal. */
  isOver: boolean;
};

/** `began`: its place in the order of time, which milliseconds are too coarse for. */
type Call = { destination: string; began: number };

/** All senders of a process add to the same runs: an outage outlasts the work of one. */
export class RefusalRuns {
  readonly #runs = new LRUCache<string, Run>({ max: MAX_KNOWN });
  /** Until when the words of a server are its own trouble. */
  readonly #suspects = new LRUCache<string, number>({ max: MAX_KNOWN });
  #count = 0;

  /** @param destination who answers */
  begin(destination: string): Call {
    return { destination, began: this.#count++ };
  }

  add({ answer, subscription_id, attempts, earlier_reason }: Outcome, destination: string): Run {
    const key = `${destination}\n${causeOf(answer ?? "")}`;
    const now_ms = now().getTime();
    const known = this.#runs.get(key);
    const isKnown = known && !known.isOver && known.last_ms + KNOWN_MS > now_ms;
    const run = isKnown ? known : this.#open(destination, key);
    this.#runs.set(key, run);
    run.last_ms = now_ms;
    if (run.recipients.size < MANY) run.recipients.add(subscription_id);
    if (earlier_reason?.endsWith(OTHERS_ACCEPTED))
      run.others_after_attempts = Math.min(run.others_after_attempts, attempts);
    return run;
  }

  #open(destination: string, key: string): Run {
    const empty = { recipients: new Set<number>(), others_after_attempts: Infinity };
    return { ...this.begin(destination), key, last_ms: 0, ...empty, isOver: false };
  }

  /** Ends the runs of a server that accepted a later message. */
  accept({ destination, began }: Call): void {
    for (const run of this.#runs.values())
      if (run.destination === destination && run.began < began)
        Object.assign(run, { isOver: true, others_after_attempts: 0 });
  }

  blamesServer({ key, recipients }: Run): boolean {
    const now_ms = now().getTime();
    if (recipients.size >= MANY) this.#suspects.set(key, now_ms + KNOWN_MS);
    return (this.#suspects.get(key) ?? 0) > now_ms;
  }
}

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
  readonly #runs: RefusalRuns;
  readonly #held = new Map<Run, { outcomes: Outcome[]; since_ms: number }>();
  readonly #accepting = new Set<string>();
  readonly #unsteady = new Set<string>();

  constructor(runs: RefusalRuns) {
    this.#runs = runs;
  }

  begin(destination: string): Call {
    return this.#runs.begin(destination);
  }

  sort(outcomes: readonly Outcome[], call: Call): Outcome[] {
    const others = outcomes.filter((outcome) => !isRefused(outcome));
    for (const outcome of outcomes.filter(isRefused)) this.#hold(outcome, call.destination);
    if (others.some(({ state }) => state === "handed_over")) {
      this.#accepting.add(call.destination);
      this.#runs.accept(call);
    }
    return [...others, ...this.#settle(({ isOver }) => isOver)];
  }

  /** Notes a server that failed or was not asked: the last refusals before that prove nothing. */
  doubt(destination: string): void {
    this.#unsteady.add(destination);
  }

  /** Few may have answered because the server is slow, which is no evidence. */
  overdue(): Outcome[] {
    const by_ms = now().getTime() - HOLD_MS;
    return this.#settle((_, since_ms) => since_ms <= by_ms);
  }

  /** @param isComplete whether all that was due was sent */
  end({ isComplete }: { isComplete: boolean }): Outcome[] {
    return this.#settle(() => true, isComplete);
  }

  #hold(outcome: Outcome, destination: string): void {
    const run = this.#runs.add(outcome, destination);
    const held = this.#held.get(run) ?? { outcomes: [], since_ms: now().getTime() };
    this.#held.set(run, held);
    held.outcomes.push(outcome);
  }

  #settle(isDue: (run: Run, since_ms: number) => boolean, isComplete = false): Outcome[] {
    const due = [...this.#held].filter(([run, { since_ms }]) => isDue(run, since_ms));
    return due.flatMap(([run, { outcomes }]) => {
      this.#held.delete(run);
      return this.#judge(run, outcomes, run.isOver || (isComplete && this.#isSteady(run)));
    });
  }

  /** Whether the server, at the end, has shown no other sign of trouble. */
  #isSteady({ destination, recipients }: Run): boolean {
    if (this.#unsteady.has(destination)) return false;
    return recipients.size === 1 || this.#accepting.has(destination);
  }

  /** A few are believed dead at once only if nothing else was wrong with their message. */
  #judge(run: Run, held: readonly Outcome[], isProven: boolean): Outcome[] {
    const isTheirs = !this.#runs.blamesServer(run) && isProven;
    return held.map((outcome) => {
      const { attempts } = outcome;
      const accepts_others = attempts >= run.others_after_attempts;
      const isOwn = attempts < ROUNDS ? isTheirs && attempts === 1 : isTheirs || accepts_others;
      return isOwn ? outcome : waitingTogether(outcome, accepts_others);
    });
  }
}
