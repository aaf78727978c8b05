import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { lastDays } from "#lib/platform/clock.ts";
import { dayUntil } from "#lib/site/snapshot/days.ts";
import { ONE_UPDATE, type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { listOnDays, type Scope } from "#lib/site/snapshot/queries.ts";

/** How many days the page lists in words, today included. */
export const PAST_DAYS = 7;

/** What went on during a day, be it over or not: the newest of it, and how much it was. */
export type PastDay = { day: string; total: number; incidents: PublicIncident[] };

type Asked = { scope: Scope; services: readonly number[]; now: string; time_zone: string };

/** The last days, today first. */
export async function readPastDays(
  db: Db,
  grant: PageGrant,
  { scope, services, now, time_zone }: Asked,
): Promise<PastDay[]> {
  const days = lastDays(PAST_DAYS, now, time_zone).reverse();
  const bounds = days.map((day) => ({ day, ...dayUntil(day, time_zone, now) }));
  const rows = await listOnDays(db, grant, scope, bounds);
  const distinct = new Map(rows.map(({ day: _day, total: _total, ...row }) => [row.id, row]));
  const complete = await withDetails(db, grant, [...distinct.values()], services, ONE_UPDATE);
  const byId = new Map(complete.map((incident) => [incident.id, incident]));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((day) => {
    const found = byDay.get(day) ?? [];
    return {
      day,
      total: found[0]?.total ?? 0,
      incidents: found.flatMap(({ id }) => byId.get(id) ?? []),
    };
  });
}
