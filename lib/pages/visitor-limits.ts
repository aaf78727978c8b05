import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { firstDayOf, startOfDay, wireNow } from "#lib/platform/clock.ts";

type VisitorLimits = {
  /** Events that ended before this wire time are hidden; null: none. */
  history_since: string | null;
  info_notices: boolean;
};

/** null: no limit. */
export function historySince(
  { history_limit_days: days }: Pick<Settings, "history_limit_days">,
  time_zone: string,
  now: string,
): string | null {
  return days === null ? null : startOfDay(firstDayOf(days, now, time_zone), time_zone);
}

/** Operators have no limits. */
export async function getVisitorLimits(db: Db, grant: PageGrant): Promise<VisitorLimits> {
  if (grant.sees_private) return { history_since: null, info_notices: true };
  const settings = parseSettings((await getStatusPageRow(db, grant)).settings);
  return {
    history_since: historySince(settings, grant.time_zone, wireNow()),
    info_notices: settings.info_notices_enabled,
  };
}
