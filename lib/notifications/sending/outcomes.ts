import { delayAfter_s } from "#lib/core/outbox/messages.ts";
import type { Claimed, Outcome } from "#lib/notifications/ledger.queries.ts";
import { later, now, wireNotBefore, wireNow } from "#lib/platform/clock.ts";
import type { Verdict } from "#lib/platform/verdict.ts";

const NOTHING = {
  uncounted: false,
  unwanted: false,
  provider_id: null,
  reason: null,
  answer: null,
};

export function withdrawn(row: Claimed, reason: string): Outcome {
  return { ...row, ...NOTHING, state: "withdrawn", due_at: null, reason, uncounted: true };
}

export function quarantined(row: Claimed, reason: string | null): Outcome {
  return { ...row, ...NOTHING, state: "quarantined", due_at: null, reason, uncounted: true };
}

export function postponed(row: Claimed, due_at: string, reason: string): Outcome {
  return { ...row, ...NOTHING, state: "waiting", due_at, reason, uncounted: true };
}

// Spreads retries after a rate limit.
const SPREAD_S = 5;
/** Somebody must repair our account at the provider. */
export const SENDER_PAUSE_S = 5 * 60;
// A refusing server recovers at some time: nobody should wait for hours then.
const MAX_ATTEMPTS = 4;

function waiting(
  row: Claimed,
  { reason, answer }: { reason: string; answer: string | null },
  delay_s: number,
): Outcome {
  const due_at = wireNotBefore(now().getTime() + delay_s * 1_000);
  return { ...row, ...NOTHING, state: "waiting", due_at, reason, answer };
}

/** Ends the reason of a message whose server has since taken others. */
export const OTHERS_ACCEPTED = ", others accepted";

/**
 * A refusal shared by many. All become due at one moment, so that the next attempt shows again
 * whether the server refuses everybody.
 */
export function waitingTogether(refused: Outcome, accepts_others: boolean): Outcome {
  const pause_ms = SENDER_PAUSE_S * 1_000;
  const due_at = wireNotBefore((Math.floor(now().getTime() / pause_ms) + 1) * pause_ms);
  const reason = accepts_others ? `${refused.reason}${OTHERS_ACCEPTED}` : refused.reason;
  return { ...refused, state: "waiting", due_at, reason };
}

/** A notification that could not be prepared. @param random from 0 up to 1 */
export function unprepared(row: Claimed, random: number): Outcome {
  return waiting(row, { reason: "internal", answer: null }, delayAfter_s(row.attempts, random));
}

/**
 * Derives the outcome of an attempt.
 * @param opens_at_ms when its destination accepts messages again
 * @param random from 0 up to 1
 */
export function outcomeOf(
  row: Claimed,
  verdict: Verdict,
  { opens_at_ms, random }: { opens_at_ms: number; random: number },
): Outcome {
  const { answer } = verdict;
  if (verdict.outcome === "delivered") {
    const { provider_id } = verdict;
    return { ...row, ...NOTHING, state: "handed_over", due_at: null, provider_id, answer };
  }
  const { reason } = verdict;
  if (verdict.outcome === "try_again" && verdict.about === "us") {
    if (verdict.stops) return waiting(row, verdict, SENDER_PAUSE_S + SPREAD_S * random);
    return waiting(row, verdict, delayAfter_s(Math.min(row.attempts, MAX_ATTEMPTS), random));
  }
  if (verdict.outcome === "try_again") {
    const pause_s = Math.max(0, (opens_at_ms - now().getTime()) / 1_000);
    if (verdict.throttled)
      return waiting(row, verdict, Math.max(pause_s, verdict.after_s) + SPREAD_S * random);
    return waiting(row, verdict, Math.max(delayAfter_s(row.attempts, random), verdict.after_s));
  }
  const state = verdict.about === "message" ? "withdrawn" : "quarantined";
  const unwanted = verdict.about === "person" && verdict.unwanted;
  return { ...row, ...NOTHING, state, due_at: null, reason, answer, unwanted };
}

// Yesterday's news helps nobody.
const EXPIRES_S = 24 * 60 * 60;

export function isExpired(inserted_at: string): boolean {
  return later(inserted_at, EXPIRES_S) <= wireNow();
}
