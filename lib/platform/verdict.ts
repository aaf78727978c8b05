import type { Outcome } from "#lib/platform/http/provider-calls.ts";

/** A server's words. `reason` is a few English words for operators; neither has a secret. */
type Said = { reason: string; answer: string | null };

export type TryAgain = Said & {
  outcome: "try_again";
  about: "moment";
  /** The pause that the server asks for; 0: none. */
  after_s: number;
  /** Whether the server limits our rate. */
  throttled: boolean;
  /** Whether the message may have arrived. */
  unsure: boolean;
  /**
   * Limits the failure to this recipient, or extends it to the whole provider. Default: the
   * address or account that the channel's rate limits apply to.
   */
  scope?: "recipient" | "provider";
};

/**
 * The outcome of one message, whatever carried it. A refusal is about
 * - `person`: the address is gone, or its owner wants no more (`unwanted`). Only on evidence.
 * - `us`: sender, account, relay or quota. All waits, and the owner reads the server's words.
 *   `stops`: nothing of this account leaves; otherwise some of it may.
 * - `message`: this one only.
 * - `moment`: overload, greylisting, a full mailbox, no answer.
 */
export type Verdict =
  | { outcome: "delivered"; provider_id: string | null; answer: string }
  | (Said & { outcome: "never_again"; about: "person"; unwanted: boolean })
  | (Said & { outcome: "never_again"; about: "message" })
  | (Said & { outcome: "try_again"; about: "us"; stops: boolean })
  | TryAgain;

export type Refusal = Exclude<Verdict, { outcome: "delivered" }>;

export function delivered(answer: string, provider_id: string | null = null): Verdict {
  return { outcome: "delivered", provider_id, answer };
}

export function refusesPerson(reason: string, answer: string | null = null): Refusal {
  return { outcome: "never_again", about: "person", unwanted: false, reason, answer };
}

export function optedOut(reason: string, answer: string | null = null): Refusal {
  return { outcome: "never_again", about: "person", unwanted: true, reason, answer };
}

export function refusesMessage(reason: string, answer: string | null = null): Refusal {
  return { outcome: "never_again", about: "message", reason, answer };
}

export function refusesUs(
  reason: string,
  answer: string | null = null,
  { stops = true }: { stops?: boolean } = {},
): Refusal {
  return { outcome: "try_again", about: "us", reason, answer, stops };
}

type More = Partial<Pick<TryAgain, "answer" | "after_s" | "throttled" | "unsure" | "scope">>;

export function tryAgain(reason: string, more: More = {}): TryAgain {
  const { answer = null, after_s = 0, throttled = false, unsure = false, scope } = more;
  const known = { outcome: "try_again", about: "moment", reason, answer } as const;
  return { ...known, after_s, throttled, unsure, ...(scope && { scope }) };
}

/** Whether it says something of one message or recipient only, not of the server. */
export function isOfOne(verdict: Verdict): boolean {
  if (verdict.outcome !== "try_again") return true;
  return verdict.about === "moment" && verdict.scope === "recipient";
}

/** The reason of a failure for operators; null: delivered. */
export function errorOf(verdict: Verdict): string | null {
  if (verdict.outcome === "delivered") return null;
  const { reason, answer } = verdict;
  return answer && !answer.startsWith(reason) ? `${reason} (${answer})` : reason;
}

/** The next step of a queue of single messages. */
export function outcomeOf(verdict: Verdict | undefined): Outcome {
  if (!verdict) return { outcome: "try_again", reason: "no answer" };
  if (verdict.outcome === "delivered") return { outcome: "delivered" };
  const { outcome, about, reason } = verdict;
  if (outcome === "never_again") return { outcome, reason };
  return about === "us" ? { outcome, reason } : { outcome, reason, after_s: verdict.after_s };
}

/** Four hours: a server that refuses everybody as unknown may be mended by then. */
const MAIL_ATTEMPTS = 8;

/**
 * The same for single mails, which no other mails show to be refused alike: one refusal is not
 * final. Says why none can leave, unless only this one cannot.
 */
export function mailOutcome(verdict: Verdict | undefined): Outcome {
  const outcome = outcomeOf(verdict);
  if (!verdict || verdict.outcome === "delivered") return outcome;
  const trouble = verdict.answer || verdict.reason;
  if (outcome.outcome === "never_again")
    return { ...outcome, after_attempts: MAIL_ATTEMPTS, trouble };
  return outcome.outcome === "try_again" && !isOfOne(verdict) ? { ...outcome, trouble } : outcome;
}
