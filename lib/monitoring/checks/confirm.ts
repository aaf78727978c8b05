/** Outcome of one check; `none`: unreliable, for example without network. */
export type Outcome = "up" | "down" | "none";

export type CheckState = {
  is_up: boolean | null;
  /** First failure or first success, in ms since the epoch. */
  since_ms: number | null;
  /** Consecutive results that contradict `is_up`, with the times of the first and the last. */
  doubts: number;
  doubted_ms: number | null;
  last_doubt_ms: number | null;
};

export type CheckRules = {
  /** Further failures required after the first; null: 1. */
  retries: number | null;
  /** Successes required after a failure; null: 1, or 2 after more than five minutes. */
  confirmations: number | null;
  /** Interval of scheduled checks; default one minute. */
  interval_ms?: number;
};

type Step = {
  state: CheckState;
  verdict: { is_up: boolean; since_ms: number } | null;
  again: boolean;
};

const LONG_DOWN_MS = 5 * 60_000;
// Results further apart, and more than two intervals, are no series: nobody looked in between.
const APART_MS = 5 * 60_000;

export const UNKNOWN: CheckState = {
  is_up: null,
  since_ms: null,
  doubts: 0,
  doubted_ms: null,
  last_doubt_ms: null,
};

const SURE = { doubts: 0, doubted_ms: null, last_doubt_ms: null };

function needed({ is_up, since_ms }: CheckState, since: number, rules: CheckRules): number {
  if (is_up !== false) return 1 + (rules.retries ?? 1);
  if (rules.confirmations !== null) return rules.confirmations;
  return since_ms !== null && since - since_ms > LONG_DOWN_MS ? 2 : 1;
}

/** The state after one more result. `at_ms` must not decrease. */
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
