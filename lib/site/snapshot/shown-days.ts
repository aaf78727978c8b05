import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { dayOf, earlierOf, firstDayOf, laterOf } from "#lib/platform/clock.ts";
import { findFirstStart } from "#lib/site/snapshot/queries.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";

/** The days of which a page tells, `YYYY-MM-DD`: until today. */
export type Shown = { first_day: string; today: string };

/**
 * From what day on a page tells of its history: not from beyond `history_limit_days`, and not from
 * before there was anything to tell of.
 */
export async function shownDays(
  db: Db,
  grant: PageGrant,
  { scope, page, as_of, first_day }: Snapshot,
): Promise<Shown> {
  const { time_zone, settings } = page;
  const first = await findFirstStart(db, grant, scope);
  const earliest = first === null ? first_day : earlierOf(dayOf(first, time_zone), first_day);
  const { history_limit_days: limit } = settings;
  const limited = limit === null ? "" : firstDayOf(limit, as_of, time_zone);
  return { first_day: laterOf(earliest, limited), today: dayOf(as_of, time_zone) };
}
