import { refusal } from "#lib/core/forms/errors.ts";
import type { Context } from "#lib/core/request/context.ts";
import { checkRecurrence, occurrencesFrom } from "#lib/incidents/recurrence/rules.ts";
import { parseRule } from "#lib/incidents/recurrence/schema.ts";
import { getStatusPage } from "#lib/pages/read.ts";
import { later, secondsBetween, toWire } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { chosenRule, type Recurrence } from "./_recurrence.ts";

const SHOWN = 5;
/** Wire times, shown in the page's zone. */
export type Preview = { times: string[]; time_zone: string; error: string | null };
type Typed = Recurrence & { starts_at: string; ends_at: string };

function momentOf(local: string, zone: string): string | null {
  try {
    return toWire(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant());
  } catch {
    return null;
  }
}

/** The times after the first that a rule has, or what is wrong with it. */
export async function previewRecurrence(
  ctx: Context,
  target: { subdomain: string },
  typed: Typed,
  t: Translate,
): Promise<Preview> {
  const { time_zone } = await getStatusPage(ctx, target);
  const nothing = { times: [], time_zone, error: null };
  const starts_at = momentOf(typed.starts_at, time_zone);
  const ends_at = momentOf(typed.ends_at, time_zone);
  const chosen = starts_at && chosenRule(typed, typed.starts_at);
  if (!chosen) return nothing;
  const duration_seconds = ends_at ? secondsBetween(starts_at, ends_at) : 0;
  try {
    const pattern = { rule: parseRule(chosen), starts_at, time_zone, duration_seconds };
    checkRecurrence(pattern);
    return { ...nothing, times: occurrencesFrom(pattern, later(starts_at, 1), SHOWN) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...nothing, error: refusal(error, t, ctx.request_id).fields.recurrence ?? null };
  }
}
