import { refusal } from "#lib/core/forms/errors.ts";
import { momentsOf } from "#lib/core/forms/local-time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { checkRecurrence, occurrencesFrom } from "#lib/incidents/recurrence/rules.ts";
import { parseRule } from "#lib/incidents/recurrence/schema.ts";
import { later, secondsBetween } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { chosenRule, type Recurrence } from "./_recurrence.ts";

const SHOWN = 5;
/** Wire times, shown in the form's zone. */
export type Preview = { times: string[]; time_zone: string; error: string | null };
type Typed = Recurrence & { starts_at: string; ends_at: string; time_zone: string };

/** The times after the first that a rule has, or what is wrong with it. */
export function previewRecurrence({ request_id }: Context, typed: Typed, t: Translate): Preview {
  const { time_zone } = typed;
  const nothing = { times: [], time_zone, error: null };
  const starts_at = momentsOf(typed.starts_at, time_zone)?.[0];
  const ends_at = momentsOf(typed.ends_at, time_zone)?.[0];
  const chosen = starts_at && chosenRule(typed, typed.starts_at);
  if (!chosen) return nothing;
  const duration_seconds = ends_at ? secondsBetween(starts_at, ends_at) : 0;
  try {
    const pattern = { rule: parseRule(chosen), starts_at, time_zone, duration_seconds };
    checkRecurrence(pattern);
    return { ...nothing, times: occurrencesFrom(pattern, later(starts_at, 1), SHOWN) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...nothing, error: refusal(error, t, request_id).fields.recurrence ?? null };
  }
}
