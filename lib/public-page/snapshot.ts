import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/clock.ts";
import { type IncidentTypeRow, listIncidentTypeRows } from "#lib/incident-types/queries.ts";
import { isActive } from "#lib/incidents/state.ts";
import { dayBounds } from "#lib/public-page/days.ts";
import { type PublicIncident, type PublicNotice, withDetails, withNoticeDetails } from "#lib/public-page/incidents.ts";
import { listCurrent, listEnded, listFeatured } from "#lib/public-page/queries.ts";
import { type PublicService, treeOf } from "#lib/public-page/tree.ts";
import { secondsUntilChange } from "#lib/public-page/validity.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import { type CurrentState, serviceStates, visibleServices, worstState } from "#lib/services/state.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings, type Settings } from "#lib/status-pages/schema.ts";
import { listServiceDays, type ServiceDay } from "#lib/uptime/queries.ts";
import { dayOf, firstDayOf, uptimePercent } from "#lib/uptime/uptime.ts";

/** How many days the page lists in words, today included. */
export const PAST_DAYS = 7;

type PublicPage = Pick<StatusPageRow, "id" | "name" | "url" | "subdomain" | "time_zone" | "updated_at"> & { settings: Settings };

/** Everything a visitor can learn of a page at a moment: what HTML, feeds, calendar and JSON render alike. */
export type Snapshot = {
  page: PublicPage;
  /** Wire time at which this was true. */
  as_of: string;
  /** Seconds until it changes by itself: a maintenance starts or ends, a notice runs out, the day ends. */
  valid_for_seconds: number;
  /** The worst that goes on now; null: nothing. */
  state: CurrentState;
  /** Roots, in the page's order. */
  services: PublicService[];
  by_id: ReadonlyMap<number, PublicService>;
  /** Open incidents, newest first. */
  incidents: PublicIncident[];
  /** Running maintenances. */
  maintenances: PublicIncident[];
  /** Maintenances that start within `scheduled_maintenance_days`, the next one first. */
  upcoming_maintenances: PublicIncident[];
  notices: PublicNotice[];
  /** The page's own incident types, by key. */
  types: ReadonlyMap<string, IncidentTypeRow>;
  /** What ended within the last `PAST_DAYS` days, newest first. */
  past: PublicIncident[];
};

// Changes up to here are looked for, to know how long a snapshot stays true.
const HORIZON_SECONDS = 60;

function publicPage(row: StatusPageRow): PublicPage {
  const { id, name, url, subdomain, time_zone, updated_at } = row;
  return { id, name, url, subdomain, time_zone, updated_at, settings: parseSettings(row.settings) };
}

type Moment = { now: string; page: PublicPage };

function publicServices(
  visible: PlainServiceRow[],
  states: Map<number, CurrentState>,
  days: ServiceDay[],
  moment: Moment,
): PublicService[] {
  const { now, page } = moment;
  const { time_zone } = page;
  const count = page.settings.uptime_graph_days;
  const daysOf = Map.groupBy(days, (day) => day.service_id);
  return visible.map((row) => {
    const own = daysOf.get(row.id) ?? [];
    const added = dayOf(row.inserted_at, time_zone);
    const first = own[0]?.day;
    const shown = page.settings.display_uptime_graph && row.display_uptime_graph;
    const uptime = shown ? uptimePercent(own, { days: count, now, inserted_at: row.inserted_at, time_zone }) : null;
    return {
      ...row,
      state: states.get(row.id) ?? null,
      children: [],
      days: own,
      uptime,
      first_day: first && first < added ? first : added,
    };
  });
}

/** The page as visitors see it now. A few bounded queries, whatever the length of its history. */
export async function readSnapshot(db: Db, grant: PageGrant): Promise<Snapshot> {
  const now = wireNow();
  const [row, rows, types] = await Promise.all([
    getStatusPageRow(db, grant),
    listPlainServiceRows(db, grant),
    listIncidentTypeRows(db, grant),
  ]);
  const page = publicPage(row);
  const { settings, time_zone } = page;
  const shown = visibleServices(rows, grant.sees_only);
  const visible = shown.map((service) => service.id);
  const until = later(now, settings.scheduled_maintenance_days * DAY_SECONDS + HORIZON_SECONDS);
  const { from } = dayBounds(firstDayOf(PAST_DAYS, now, time_zone), time_zone);
  const [current, ended, featured, days] = await Promise.all([
    listCurrent(db, grant, visible, { now, until }),
    listEnded(db, grant, visible, { now, from }),
    settings.info_notices_enabled ? listFeatured(db, grant, visible, { now, until: later(now, HORIZON_SECONDS) }) : [],
    listServiceDays(db, grant, { from_day: firstDayOf(settings.uptime_graph_days, now, time_zone), now }),
  ]);
  const [incidents, notices] = await Promise.all([
    withDetails(db, grant, [...current, ...ended], visible),
    withNoticeDetails(db, grant, featured, visible),
  ]);
  const active = incidents.filter((incident) => isActive(incident, now));
  const services = publicServices(shown, serviceStates(rows, active), days, { now, page });
  const upcoming = incidents.filter((incident) => incident.starts_at > now);
  const limit = later(now, settings.scheduled_maintenance_days * DAY_SECONDS);
  return {
    page,
    as_of: now,
    valid_for_seconds: secondsUntilChange(now, time_zone, [...incidents, ...notices.map(noticeTimes)], HORIZON_SECONDS),
    state: worstState([...services.map((service) => service.state), ...active]),
    services: treeOf(services),
    by_id: new Map(services.map((service) => [service.id, service])),
    incidents: active.filter((incident) => incident.severity !== "scheduled"),
    maintenances: active.filter((incident) => incident.severity === "scheduled"),
    upcoming_maintenances: upcoming.filter((incident) => incident.severity === "scheduled" && incident.starts_at <= limit).reverse(),
    notices: notices.filter((notice) => isActive(noticeTimes(notice), now)),
    types: new Map(types.map((type) => [type.key, type])),
    past: incidents.filter((incident) => incident.ends_at !== null && incident.ends_at <= now),
  };
}

function noticeTimes({ featured_from, featured_until }: PublicNotice): { starts_at: string; ends_at: string | null } {
  return { starts_at: featured_from, ends_at: featured_until };
}
