/** What one check said; `none`: nothing that could be relied upon. */
export type Outcome = "up" | "down" | "none";

export type CheckState = {
  /** What is believed; null: nothing yet. */
  is_up: boolean | null;
  /** From when on, in ms since the epoch: of `down` the first failure, of `up` the first success. */
  since_ms: number | null;
  /** Results in a row that contradict it, with the times of the first and the last one. */
  doubts: number;
  doubted_ms: number | null;
  last_doubt_ms: number | null;
};

export type CheckRules = {
  /** How many failures it takes after the first one; null: 1. */
  retries: number | null;
  /** How many successes it takes after a failure; null: 1, or 2 after more than five minutes. */
  confirmations: number | null;
  /** How far scheduled checks lie apart; left out: a minute. */
  interval_ms?: number;
};

type Step = {
  state: CheckState;
  /** What is believed from now on, if that changed. */
  verdict: { is_up: boolean; since_ms: number } | null;
  /** Whether to check again soon, without waiting for the next minute. */
  again: boolean;
};

const LONG_DOWN_MS = 5 * 60_000;
// Longer apart, and more than two intervals, two results are no series: nobody looked in between.
const APART_MS = 5 * 60_000;

export const UNKNOWN: CheckState = {
  is_up: null,
  since_ms: null,
  doubts: 0,
  doubted_ms: null,
  last_doubt_ms: null,
};

const SURE = { doubts: 0, doubted_ms: null, last_doubt_ms: null };

/** How many results in a row overturn what is believed. */
function needed({ is_up, since_ms }: CheckState, since: number, rules: CheckRules): number {
  if (is_up !== false) return 1 + (rules.retries ?? 1);
  if (rules.confirmations !== null) return rules.confirmations;
  return since_ms !== null && since - since_ms > LONG_DOWN_MS ? 2 : 1;
}

/** What to believe after one more result; times do not run backwards. */
export function step(
  state: CheckState,
  { outcome, at_ms }: { outcome: Outcome; at_ms: number },
  rules: CheckRules,
): Step {
  if (outcome === "none") return { state, verdict: null, again: false };
  const is_up = outcome === "up";
  if (is_up === state.is_up) return { state: { ...state, ...SURE }, verdict: null, again: false };
  const apart_ms = Math.max(APART_MS, 2 * (rules.interval_ms ?? 0));
  const isSeries = state.last_doubt_ms !== null && at_ms - state.last_doubt_ms <= apart_ms;
  const doubts = isSeries ? state.doubts + 1 : 1;
  const since_ms = isSeries ? (state.doubted_ms ?? at_ms) : at_ms;
  const isFirst = state.is_up === null && is_up;
  if (isFirst || doubts >= needed(state, since_ms, rules)) {
    const verdict = isFirst ? { is_up, since_ms: at_ms } : { is_up, since_ms };
    return { state: { ...SURE, ...verdict }, verdict, again: false };
  }
  const doubted = { doubts, doubted_ms: since_ms, last_doubt_ms: at_ms };
  return { state: { ...state, ...doubted }, verdict: null, again: !is_up };
}
