import type { Fault, TryAgain, Verdict } from "#lib/channels/channel.ts";
import { now } from "#lib/platform/clock.ts";
import { retryAfter_s, tellable } from "#lib/platform/http/provider-calls.ts";

/** What a provider answered to one call. */
export type Answer = {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/** What statuses of a provider mean; whoever else says no refuses this one message. */
export type Meanings = {
  delivered: readonly number[];
  /** The address is gone, or was switched off. */
  gone?: readonly number[];
  /** Our account or its permissions. */
  sender?: readonly number[];
  /** How long it wants to be left alone when it does not say so itself. */
  pause_s?: number;
};

// Too busy, or in trouble itself.
const MOMENTARY = [408, 423, 425, 429];

/** The parts of an address that let whoever reads them use it. */
export function secretsOf(address: string): string[] {
  if (!URL.canParse(address) || !/^https?:/.test(address)) return [address];
  const { pathname, searchParams, username, password } = new URL(address);
  return [address, pathname, ...pathname.split("/"), ...searchParams.values(), username, password];
}

function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** How long an answer asks to wait, in seconds; no shorter than `least_s`. */
export function askedPause_s(answer: Answer, least_s = 0, at: Date = now()): number {
  return Math.max(least_s, retryAfter_s(headerOf(answer, "retry-after"), at));
}

export function delivered(answer: string, provider_id: string | null = null): Verdict {
  return { outcome: "delivered", provider_id, answer };
}

export function neverAgain(fault: Fault, reason: string, answer: string | null = null): Verdict {
  return { outcome: "never_again", reason, answer, fault };
}

type Later = Partial<Pick<TryAgain, "after_s" | "throttled" | "unsure" | "scope">> & {
  answer?: string;
};

export function tryAgain(reason: string, more: Later = {}): Verdict {
  const { answer = null, after_s = 0, throttled = false, unsure = false, scope } = more;
  const known = { outcome: "try_again", reason, answer, after_s, throttled, unsure } as const;
  return scope ? { ...known, scope } : known;
}

/**
 * What a provider's answer means by its status: 429 and the like, 3xx and 5xx are for later.
 * @param secrets what must not be kept of its text
 */
export function verdictOn(
  answer: Answer,
  { delivered: good, gone = [], sender = [], pause_s = 0 }: Meanings,
  secrets: readonly (string | null)[],
  at: Date,
): Verdict {
  const { status } = answer;
  const said = `${status} ${tellable(answer.text, secrets)}`.trim();
  if (good.includes(status)) return delivered(said);
  const reason = `status ${status}`;
  const isMomentary = MOMENTARY.includes(status);
  if (isMomentary || status >= 500 || status < 400) {
    const throttled = status === 429;
    const after_s = askedPause_s(answer, throttled ? pause_s : 0, at);
    // A gateway that gave up says nothing of what stands behind it.
    return tryAgain(reason, { answer: said, after_s, throttled, unsure: status === 504 });
  }
  if (gone.includes(status)) return neverAgain("address", reason, said);
  return neverAgain(sender.includes(status) ? "sender" : "message", reason, said);
}

/** Why a message did not arrive, for operators; null: it did. */
export function errorOf(verdict: Verdict): string | null {
  if (verdict.outcome === "delivered") return null;
  const { reason, answer } = verdict;
  return answer && !answer.startsWith(reason) ? `${reason} (${answer})` : reason;
}

/** The fields of an answer in JSON; none where it is something else. */
export function fieldsOf({ text }: Pick<Answer, "text">): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
