import type { Translate } from "#lib/platform/i18n/translator.ts";

/** Why purges fail; locales have a text for each. */
export const PURGE_PROBLEMS = [
  "no_answer",
  "token_refused",
  "rate_limited",
  "answered_error",
  "unknown",
] as const;
export type PurgeProblem = (typeof PURGE_PROBLEMS)[number];

export function purgeProblemOf(status: number): PurgeProblem {
  if (status === 401 || status === 403) return "token_refused";
  return status === 429 ? "rate_limited" : "answered_error";
}

/** @param stored anything else is not shown: what a CDN says is for the operator's log */
export function purgeProblemIn(stored: string | null): PurgeProblem {
  return PURGE_PROBLEMS.find((known) => known === stored) ?? "unknown";
}

/** Part of a sentence. */
export function explainPurge(t: Translate, stored: string | null): string {
  return t(`admin_automation.monitor.purge.reasons.${purgeProblemIn(stored)}`);
}
