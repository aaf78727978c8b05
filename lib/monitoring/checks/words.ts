import type { Translate } from "#lib/i18n/translator.ts";
import { REASONS } from "#lib/monitoring/checks/reasons.ts";

/** Why a check did not say "up", in words; null for what is no reason of a check. */
export function reasonIn(t: Translate, reason: string | null): string | null {
  const known = REASONS.find((one) => one === reason);
  return known ? t(`admin_checks.reason.${known}`) : null;
}
