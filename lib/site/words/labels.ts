import type { Severity } from "#lib/core/fields/severity.ts";
import type { Plan, UpdateType } from "#lib/incidents/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import type { Formats } from "#lib/site/words/format.ts";

/** The record that an update belongs to. */
export type Told = { severity: Severity; starts_at: string; plan: Plan | null };

/** The name of the end of an incident or a maintenance. */
function endWord({ severity, starts_at, plan }: Told, posted_at: string) {
  if (severity !== "scheduled") return "resolved";
  return plan === "called_off" || posted_at < starts_at ? "called_off" : "completed";
}

/** @param update `posted_at`: wire time */
export function updateWord(
  { type, posted_at }: { type: UpdateType; posted_at: string },
  told: Told,
) {
  return `public.update.${type === "resolved" ? endWord(told, posted_at) : type}` as const;
}

type Planned = { starts_at: string; ends_at: string | null; plan: Plan | null };

/** The words for a maintenance's time in a text without strikethrough; null: its times hold. */
export function planText(
  { plan, starts_at, ends_at }: Planned,
  { t, f }: { t: Translate; f: Pick<Formats, "dateTime" | "span"> },
): string | null {
  if (plan === null) return null;
  const time = ends_at === null ? f.dateTime(starts_at) : f.span(starts_at, ends_at);
  return t(`public.plan.${plan}`, { time });
}

/** From when to when something lasted, or that it goes on. */
export function timesText(
  { starts_at, ends_at }: { starts_at: string; ends_at: string | null },
  { t, f }: { t: Translate; f: Pick<Formats, "dateTime" | "span" | "range"> },
): string {
  if (ends_at !== null) return f.span(starts_at, ends_at);
  return f.range(f.dateTime(starts_at), t("feeds.ongoing"));
}

export type UpdateWord = ReturnType<typeof updateWord>;
