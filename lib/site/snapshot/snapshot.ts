import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Addressed } from "#lib/core/addresses/url.ts";
import { MAX_SECONDS } from "#lib/core/routes/route.ts";
import { type IncidentTypeRow, listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { historySince } from "#lib/pages/visitor-limits.ts";
import { dayOf, earlierOf, firstDayOf, secondsUntilChange, wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { listPastChildren, type PastChild } from "#lib/services/past-services.queries.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import {
  type CurrentState,
  serviceStates,
  visibleServices,
  worstState,
} from "#lib/services/state.ts";
import { listFirstDays } from "#lib/services/uptime/days.queries.ts";
import { listServiceDays, type ServiceDay } from "#lib/services/uptime/queries.ts";
import { rollUp, uptimePercent } from "#lib/services/uptime/uptime.ts";
import { correctDays } from "#lib/services/uptime-corrections/apply.ts";
import { listCorrections } from "#lib/services/uptime-corrections/queries.ts";
import { type Activity, readActivity } from "#lib/site/snapshot/activity.ts";
import { listWorst, type Worst } from "#lib/site/snapshot/current.queries.ts";
import { type PastDay, type Recent, readPastDays, readRecent } from "#lib/site/snapshot/past.ts";
import type { Scope } from "#lib/site/snapshot/queries.ts";
import { type PublicService, treeOf } from "#lib/site/snapshot/tree.ts";

type PublicPage = Pick<
  StatusPageRow,
  | "id"
  | "name"
  | "url"
  | "subdomain"
  | "feed_subdomain"
  | "time_zone"
  | "inserted_at"
  | "updated_at"
> &
  Addressed & { settings: Settings };

/**
 * Everything that visitors can see of a page at a moment. HTML, feeds, calendar and JSON all render
 * it.
 */
export type Snapshot = Activity & {
  page: PublicPage;
  as_of: string;
  /**
   * Seconds until it changes by itself: an incident starts or ends, a notice expires, the day ends.
   */
  valid_for_seconds: number;
  /** The worst current state, listed or not; null: all is well. */
  state: CurrentState;
  services: PublicService[];
  by_id: ReadonlyMap<number, PublicService>;
  scope: Scope;
  types: ReadonlyMap<string, IncidentTypeRow>;
  recent: Recent;
  /** The first known day, `YYYY-MM-DD`: of the page, its first service or its first incident. */
  known_since: string;
  past_days: PastDay[];
};

function publicPage(row: StatusPageRow, { address }: PageGrant): PublicPage {
  const { id, name, url, subdomain, feed_subdomain, time_zone, inserted_at, updated_at } = row;
  const names = { address, id, name, url, subdomain, feed_subdomain };
  return { ...names, time_zone, inserted_at, updated_at, settings: parseSettings(row.settings) };
}

type Moment = { now: string; page: PublicPage };

type Measured = {
  /** Without past services only those that are visible. */
  tree: readonly PlainServiceRow[];
  days: readonly ServiceDay[];
  past: readonly PastChild[];
  first_days: ReadonlyMap<number, string>;
};

function publicServices(
  visible: readonly PlainServiceRow[],
  { states, own }: Record<"states" | "own", ReadonlyMap<number, CurrentState>>,
  { tree, days, past, first_days }: Measured,
  moment: Moment,
): PublicService[] {
  const { now, page } = moment;
  const { time_zone } = page;
  const count = page.settings.uptime_graph_days;
  const known = tree.map((row) => {
    const added_day = dayOf(row.inserted_at, time_zone);
    return {
      ...row,
      added_day,
      first_day: earlierOf(added_day, first_days.get(row.id) ?? added_day),
    };
  });
  const daysOf = rollUp(known, days, past);
  const isVisible = new Set(visible.map(({ id }) => id));
  return known
    .filter(({ id }) => isVisible.has(id))
    .map((row) => {
      const { first_day } = row;
      const happened = daysOf.get(row.id) ?? [];
      const shown = page.settings.display_uptime_graph && row.display_uptime_graph;
      const uptimeOf = (days: number) =>
        shown ? uptimePercent(happened, { days, now, first_day, time_zone }) : null;
      return {
        ...row,
        state: states.get(row.id) ?? null,
        own: own.get(row.id) ?? null,
        children: [],
        days: happened,
        uptime: uptimeOf(count),
        uptime_30: count > 30 ? uptimeOf(30) : null,
      };
    });
}

function statesOf(rows: readonly PlainServiceRow[], worst: readonly Worst[]) {
  const named = worst.flatMap(({ service_id, severity, type, starts_at }) =>
    service_id === null ? [] : [{ service_ids: [service_id], severity, type, starts_at }],
  );
  return {
    states: serviceStates(rows, named),
    own: new Map<number, CurrentState>(
      named.map(({ service_ids: [id = 0], severity, type }) => [id, { severity, type }]),
    ),
  };
}

type Known = {
  past: PastChild[];
  found: ServiceDay[];
  first_days: ReadonlyMap<number, string>;
};

async function readDays(
  db: Db,
  grant: PageGrant,
  { visible, ...window }: Pick<Scope, "visible"> & { from_day: string; now: string },
): Promise<Known> {
  const [{ first_days, has_past }, found] = await Promise.all([
    listFirstDays(db, grant, window.now),
    listServiceDays(db, grant, { ...window, visible }),
  ]);
  const past = has_past
    ? await listPastChildren(db, grant, window.from_day, async () => first_days)
    : [];
  if (past.length === 0 || visible === null) return { past, found, first_days };
  // A service that counted for a visible one then may be invisible now.
  return {
    past,
    found: await listServiceDays(db, grant, { ...window, visible: null }),
    first_days,
  };
}

/**
 * Reads the page at a moment, with a bounded number of queries whatever the length of its history.
 * @param sees_only the services that its reader may see; null: all
 */
export async function readSnapshot(
  db: Db,
  grant: PageGrant,
  now: string = wireNow(),
  sees_only: readonly number[] | null = grant.sees_only,
): Promise<Snapshot> {
  const [row, rows, types] = await Promise.all([
    getStatusPageRow(db, grant),
    listPlainServiceRows(db, grant),
    listIncidentTypeRows(db, grant),
  ]);
  const page = publicPage(row, grant);
  const { settings, time_zone } = page;
  const shown = visibleServices(rows, sees_only);
  const ids = shown.map((service) => service.id);
  const history_since = historySince(settings, time_zone, now);
  const scope = { visible: shown.length < rows.length ? ids : null, history_since };
  const asked = { scope, services: ids, now, settings, time_zone };
  const from_day = firstDayOf(settings.uptime_graph_days, now, time_zone);
  const [worst, activity, recent, past_days, known, corrections] = await Promise.all([
    listWorst(db, grant, scope, now),
    readActivity(db, grant, asked),
    readRecent(db, grant, asked),
    readPastDays(db, grant, asked),
    readDays(db, grant, { from_day, now, visible: scope.visible }),
    listCorrections(db, grant, { from_day }),
  ]);
  const { past, found, first_days } = known;
  const tree = past.length > 0 ? rows : shown;
  const days = correctDays(tree, found, corrections, past);
  const counted = { tree, days, past, first_days };
  const services = publicServices(shown, statesOf(rows, worst), counted, { now, page });
  const busy = past_days.filter(({ total }) => total > 0).map(({ day }) => day);
  const known_since = [...busy, ...services.map((service) => service.first_day)].reduce(
    earlierOf,
    dayOf(row.inserted_at, time_zone),
  );
  const changes = [...activity.changes, recent.until, ...worst.map(({ until }) => until)];
  return {
    ...activity,
    page,
    as_of: now,
    valid_for_seconds: secondsUntilChange(now, time_zone, changes, MAX_SECONDS),
    state: worstState([...services.map((service) => service.state), ...worst]),
    services: treeOf(services),
    by_id: new Map(services.map((service) => [service.id, service])),
    scope,
    types: new Map(types.map((type) => [type.key, type])),
    recent,
    known_since,
    past_days: past_days.filter(({ day }) => day >= known_since),
  };
}

/** @throws {AppError} `not_found`, also for invisible services */
export function publicService({ by_id }: Snapshot, serviceId: number): PublicService {
  const service = by_id.get(serviceId);
  if (!service) throw notFound();
  return service;
}
