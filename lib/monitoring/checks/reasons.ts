import { LookupError } from "#lib/platform/dns/look-up.ts";
import type { HttpError } from "#lib/platform/http/failure.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

/** Reasons for a failed check; locales have a text for each. */
export const REASONS = [
  "timeout",
  "unknown_host",
  "name_server",
  "address_refused",
  "refused",
  "reset",
  "unreachable",
  "connection_failed",
  "tls_expired",
  "tls_not_yet_valid",
  "tls_wrong_host",
  "tls_self_signed",
  "tls_untrusted",
  "http2_only",
  "tls_failed",
  "bad_answer",
  "status",
  "keyword_missing",
  "keyword_down",
  "too_many_redirects",
  "bad_redirect",
  "no_record",
  "other_record",
  "our_network",
  "our_limit",
] as const;
export type Reason = (typeof REASONS)[number];

export function reasonOf({ failure, detail, cause, isOurs }: HttpError): Reason {
  if (isOurs) return "our_limit";
  if (cause instanceof LookupError && !cause.isAnswered) return "name_server";
  return detail ?? failure;
}

// Only without an answer can it be our own network.
const UNANSWERED = new Set<Reason>([
  "timeout",
  "unknown_host",
  "name_server",
  "refused",
  "reset",
  "unreachable",
  "connection_failed",
]);

export function mayBeOwnNetwork(reason: Reason | null): boolean {
  return reason !== null && UNANSWERED.has(reason);
}

// Reasons of heartbeats and reports.
const TOLD = ["silent", "reported"] as const;

function wordsOf(t: Translate, reason: string | null): string | null {
  const told = TOLD.find((one) => one === reason);
  if (told) return t(`admin_automation.letter.${told}`);
  const known = REASONS.find((one) => one === reason);
  return known ? t(`admin_checks.reason.${known}`) : null;
}

/** The reason as a text with its figures; null for an unknown code. */
export function explainReason(
  t: Translate,
  reason: string | null,
  detail: string | null = null,
): string | null {
  const words = wordsOf(t, reason);
  return words && detail ? t("joined.note", { name: words, note: detail }) : words;
}
