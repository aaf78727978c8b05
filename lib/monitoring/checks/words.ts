import { REASONS } from "#lib/monitoring/checks/reasons.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

// What lib/monitoring/heartbeats and reports give as a reason.
const TOLD = ["silent", "reported"] as const;

function wordsOf(t: Translate, reason: string | null): string | null {
  const told = TOLD.find((one) => one === reason);
  if (told) return t(`admin_automation.letter.${told}`);
  const known = REASONS.find((one) => one === reason);
  return known ? t(`admin_checks.reason.${known}`) : null;
}

/** Why a service is not up, in words, with the figures in short; null for what is no reason. */
export function reasonIn(
  t: Translate,
  reason: string | null,
  detail: string | null = null,
): string | null {
  const words = wordsOf(t, reason);
  return words && detail ? `${words} (${detail})` : words;
}
