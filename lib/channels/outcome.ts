import type { Verdict } from "#lib/channels/channel.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";

/** What the verdict on a single message means to the outbox. */
export function outcomeOf(verdict: Verdict | undefined): Outcome {
  if (!verdict) return { outcome: "try_again", reason: "no answer" };
  if (verdict.outcome === "delivered") return { outcome: "delivered" };
  const { reason } = verdict;
  if (verdict.outcome === "try_again")
    return { outcome: "try_again", reason, after_s: verdict.after_s };
  // Operators may still set their account right, as long as the link works.
  return { outcome: verdict.fault === "sender" ? "try_again" : "never_again", reason };
}
