import type { Translate } from "#lib/platform/i18n/translator.ts";
import { BrokenBackup, FILE_PROBLEMS, fileProblemOf } from "#lib/platform/postgres/errors.ts";

/** Why a backup was not made; locales have a text for each. */
export const BACKUP_PROBLEMS = [...FILE_PROBLEMS, "broken", "unknown"] as const;
type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

export function backupProblemOf(cause: unknown): BackupProblem {
  return fileProblemOf(cause) ?? (cause instanceof BrokenBackup ? "broken" : "unknown");
}

/** Part of a sentence. */
export function explainBackup(t: Translate, stored: string | null): string {
  const problem = BACKUP_PROBLEMS.find((known) => known === stored) ?? "unknown";
  return t(`admin_automation.monitor.backup.reasons.${problem}`);
}
