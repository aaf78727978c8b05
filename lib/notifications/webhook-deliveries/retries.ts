import { retryAfter_s } from "#lib/platform/http/provider-calls.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How long after the attempt before each attempt is made, in seconds: those of Standard Webhooks.
 */
export const DELAYS_S = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

// So that what failed at the same moment does not come back at the same moment.
const JITTER = 0.1;
const GONE = 410;

type Attempted = {
  /** Which attempt this was, from 1 on. */
  attempt: number;
  /** HTTP status; null: no answer came. */
  status: number | null;
  retry_after: string | undefined;
  /** Whether somebody asked for it: then it is the only attempt. */
  on_demand: boolean;
};

export type DisableReason = "gone" | "attempts_exhausted";

type Verdict =
  | { state: "delivered" }
  | { state: "failed"; disable: DisableReason | null }
  | { state: "pending"; delay_s: number };

/** What follows from an attempt. @param random from 0 up to 1 */
export function judge(
  { attempt, status, retry_after, on_demand }: Attempted,
  now: Date,
  random: number,
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
  if (status === GONE) return { state: "failed", disable: "gone" };
  if (on_demand) return { state: "failed", disable: null };
  const delay = DELAYS_S[attempt];
  if (delay === undefined) return { state: "failed", disable: "attempts_exhausted" };
  return {
    state: "pending",
    delay_s: Math.round(Math.max(delay * (1 + JITTER * random), retryAfter_s(retry_after, now))),
  };
}
