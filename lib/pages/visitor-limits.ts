import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { firstDayOf, startOfDay, wireNow } from "#lib/platform/clock.ts";

/** What the settings of a page keep from somebody. */
type VisitorLimits = {
  /** What ended earlier is not shown; a wire time; null: all is. */
  history_since: string | null;
  info_notices: boolean;
};

/** The start of the first day of which visitors are told; null: they are told of all. */
export function historySince(
  { history_limit_days: days }: Pick<Settings, "history_limit_days">,
  time_zone: string,
  now: string,
): string | null {
  return days === null ? null : startOfDay(firstDayOf(days, now, time_zone), time_zone);
}

/** What the page's settings keep from the caller: nothing from operators. */
export async function readVisitorLimits(db: Db, grant: PageGrant): Promise<VisitorLimits> {
  if (grant.sees_private) return { history_since: null, info_notices: true };
  const settings = parseSettings((await getStatusPageRow(db, grant)).settings);
  return {
    history_since: historySince(settings, grant.time_zone, wireNow()),
    info_notices: settings.info_notices_enabled,
  };
}
