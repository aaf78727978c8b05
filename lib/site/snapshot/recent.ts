import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Limits } from "#lib/incidents/updates/queries.ts";
import { DAY_SECONDS, later } from "#lib/platform/clock.ts";
import { type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import type { Scope } from "#lib/site/snapshot/queries.ts";
import { listEndedBetween } from "#lib/site/snapshot/recent.queries.ts";

/** How long the page still shows that an incident is over. */
const RECENT_SECONDS = DAY_SECONDS;
const UPDATES: Limits = { each: 20, bytes: 262_144 };

/** Incidents that ended within the last day: the last ones, and how many it were. */
export type Recent = {
  total: number;
  /** What ended last comes first. */
  incidents: PublicIncident[];
  /** When the first of them, shown or not, is no longer recent. */
  until: string | null;
};

type Asked = { scope: Scope; services: readonly number[]; now: string };

export async function readRecent(
  db: Db,
  grant: PageGrant,
  { scope, services, now }: Asked,
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
