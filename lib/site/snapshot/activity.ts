import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { MAX_SECONDS } from "#lib/core/routes/route.ts";
import { isActive, phaseAt, spanPhaseAt } from "#lib/incidents/state.ts";
import { DAY_SECONDS, later } from "#lib/platform/clock.ts";
import {
  countCurrent,
  listListedIncidents,
  type Tally,
} from "#lib/site/snapshot/current.queries.ts";
import {
  type PublicIncident,
  type PublicNotice,
  withDetails,
  withNoticeDetails,
} from "#lib/site/snapshot/incidents.ts";
import { type FeaturedRow, listFeatured } from "#lib/site/snapshot/notices.queries.ts";
import type { Scope } from "#lib/site/snapshot/queries.ts";

type Totals = Record<"incidents" | "maintenances" | "upcoming_maintenances" | "notices", number>;

export type Activity = {
  incidents: PublicIncident[];
  maintenances: PublicIncident[];
  upcoming_maintenances: PublicIncident[];
  /** Announced, but called off before its start, or postponed. */
  withdrawn_maintenances: PublicIncident[];
  notices: PublicNotice[];
  /** Totals, including unlisted ones. */
  totals: Totals;
  /** The number of current incidents, and since when. */
  running: Record<Severity, { count: number; since: string | null }>;
  /** When an incident or notice, listed or not, next starts or ends. */
  changes: (string | null)[];
};

type Asked = {
  scope: Scope;
  services: readonly number[];
  now: string;
  settings: { scheduled_maintenance_days: number; info_notices_enabled: boolean };
};

function runningOf(tallies: readonly Tally[]): Activity["running"] {
  const of = (severity: Severity) => {
    const tally = tallies.find((each) => each.has_begun && each.severity === severity);
    return { count: tally?.count ?? 0, since: tally?.first_start ?? null };
  };
  return { major: of("major"), minor: of("minor"), scheduled: of("scheduled") };
}

function byStart(a: PublicIncident, b: PublicIncident): number {
  if (a.starts_at === b.starts_at) return a.id - b.id;
  return a.starts_at < b.starts_at ? -1 : 1;
}

function isFeatured({ featured_from, featured_until }: PublicNotice, now: string): boolean {
  return spanPhaseAt(now, { starts_at: featured_from, ends_at: featured_until }) === "open";
}

/** Those whose plan visitors would see: postponed, or planned within the days listed. */
function withdrawnOf(incidents: readonly PublicIncident[], listed_until: string): PublicIncident[] {
  return incidents.filter(
    ({ plan, starts_at }) =>
      plan === "postponed" || (plan === "called_off" && starts_at <= listed_until),
  );
}

function changesOf(
  tallies: readonly Tally[],
  notices: readonly FeaturedRow[],
  listed_seconds: number,
): (string | null)[] {
  return [
    ...tallies.flatMap(({ first_start, first_end, next_listed }) => [
      first_start,
      first_end,
      next_listed && later(next_listed, -listed_seconds),
    ]),
    ...notices.flatMap(({ next_from, next_until }) => [next_from, next_until]),
  ];
}

export async function readActivity(
  db: Db,
  grant: PageGrant,
  { scope, services, now, settings }: Asked,
): Promise<Activity> {
  const listed_seconds = settings.scheduled_maintenance_days * DAY_SECONDS;
  const moments = { now, listed_until: later(now, listed_seconds) };
  const [tallies, rows, featured] = await Promise.all([
    countCurrent(db, grant, scope, moments),
    listListedIncidents(db, grant, scope, moments),
    settings.info_notices_enabled
      ? listFeatured(db, grant, scope, { now, until: later(now, MAX_SECONDS) })
      : [],
  ]);
  const [incidents, notices] = await Promise.all([
    withDetails(db, grant, rows, services),
    withNoticeDetails(db, grant, featured, services),
  ]);
  const inOrder = incidents.sort(byStart);
  const newest = inOrder.filter((incident) => isActive(incident, now)).reverse();
  const running = runningOf(tallies);
  const announced = tallies.find((each) => !each.has_begun && each.severity === "scheduled");
  return {
    incidents: newest.filter(({ severity }) => severity !== "scheduled"),
    maintenances: newest.filter(({ severity }) => severity === "scheduled"),
    upcoming_maintenances: inOrder.filter((incident) => phaseAt(now, incident) === "upcoming"),
    withdrawn_maintenances: withdrawnOf(inOrder, moments.listed_until),
    notices: notices.filter((notice) => isFeatured(notice, now)),
    totals: {
      incidents: running.major.count + running.minor.count,
      maintenances: running.scheduled.count,
      upcoming_maintenances: announced?.listed ?? 0,
      notices: featured[0]?.total ?? 0,
    },
    running,
    changes: [
      ...changesOf(tallies, featured, listed_seconds),
      ...newest.map(({ next_update_at }) => next_update_at),
      ...incidents.flatMap(({ plan, starts_at }) =>
        plan === "called_off" ? [starts_at, later(starts_at, -listed_seconds)] : [],
      ),
    ],
  };
}

const LISTS = ["incidents", "maintenances", "upcoming_maintenances", "notices"] as const;

export type Unlisted = Record<(typeof LISTS)[number], number>;

export function countUnlisted(activity: Activity): Unlisted {
  const rest = LISTS.map((list) => [list, activity.totals[list] - activity[list].length]);
  return Object.fromEntries(rest) as Unlisted;
}
