import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Limits } from "#lib/incidents/updates/queries.ts";
import { DAY_SECONDS, lastDays, later } from "#lib/platform/clock.ts";
import { dayUntil } from "#lib/site/snapshot/days.ts";
import { ONE_UPDATE, type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { listEndedBetween, listOnDays, type Scope } from "#lib/site/snapshot/queries.ts";

/** How long the page shows that an incident is over. */
const RECENT_SECONDS = DAY_SECONDS;
const UPDATES: Limits = { each: 20, bytes: 262_144 };

export type Recent = {
  total: number;
  incidents: PublicIncident[];
  /** When the first of them, listed or not, stops being recent. */
  until: string | null;
};

type RecentQuery = { scope: Scope; services: readonly number[]; now: string };

export async function readRecent(
  db: Db,
  grant: PageGrant,
  { scope, services, now }: RecentQuery,
): Promise<Recent> {
  const since = later(now, -RECENT_SECONDS);
  const found = await listEndedBetween(db, grant, scope, { from: since, to: now });
  const [first] = found;
  const rows = found.map(({ total: _, first_end: __, ...row }) => row);
  return {
    total: first?.total ?? 0,
    incidents: await withDetails(db, grant, rows, services, UPDATES),
    until: first ? later(first.first_end, RECENT_SECONDS) : null,
  };
}

/** Days listed on the page, including today. */
export const PAST_DAYS = 7;

export type PastDay = { day: string; total: number; incidents: PublicIncident[] };

type PastDaysQuery = { scope: Scope; services: readonly number[]; now: string; time_zone: string };

export async function readPastDays(
  db: Db,
  grant: PageGrant,
  { scope, services, now, time_zone }: PastDaysQuery,
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
