import type { Severity } from "#lib/core/fields/severity.ts";

type ModelService = { id: number; parent_id: number | null; private: boolean };
export type ModelIncident = {
  id: number;
  severity: Severity;
  type: string;
  starts_at: string;
  ends_at: string | null;
  service_ids: number[];
};

const RANK: Record<Severity, number> = { major: 0, minor: 1, scheduled: 2 };
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

type Compare = (a: ModelIncident, b: ModelIncident) => number;

function by(...keys: ((incident: ModelIncident) => string | number)[]): Compare {
  return (a, b) => {
    for (const key of keys) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  };
}

const reversed =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a);
const byStart = by(
  ({ starts_at }) => starts_at,
  ({ id }) => id,
);
const byEnd = by(
  ({ ends_at }) => ends_at ?? "",
  ({ id }) => id,
);

function dateIn(zone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  return (time) => format.format(Date.parse(`${time}Z`));
}

/**
 * What visitors should read of a page, found the slow way: every question is asked of every
 * incident.
 * @param services in the page's order
 * @param now wire time
 */
export function modelOf(services: ModelService[], incidents: ModelIncident[], now: string) {
  const byId = new Map(services.map((service) => [service.id, service]));
  const isVisible = ({ private: hidden, parent_id }: ModelService): boolean => {
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    return !hidden && (parent === undefined || isVisible(parent));
  };
  const visible = services.filter(isVisible).map(({ id }) => id);
  const children = (id: number) => services.filter(({ parent_id }) => parent_id === id);
  const within = (id: number): number[] => [
    id,
    ...children(id).flatMap((child) => (child.private ? [] : within(child.id))),
  ];
  const named = (incident: ModelIncident, among: number[]) =>
    among.filter((id) => incident.service_ids.includes(id));

  const seen = incidents.filter((incident) => named(incident, visible).length > 0);
  const hasBegun = ({ starts_at }: ModelIncident) => starts_at <= now;
  const isOver = ({ ends_at }: ModelIncident) => ends_at !== null && ends_at <= now;
  const running = seen.filter((incident) => hasBegun(incident) && !isOver(incident));
  const isPlanned = ({ severity }: ModelIncident) => severity === "scheduled";
  const week = new Date(Date.parse(`${now}Z`) + WEEK_MS).toISOString().slice(0, 19);
  const yesterday = new Date(Date.parse(`${now}Z`) - DAY_MS).toISOString().slice(0, 19);
  const announced = seen.filter((incident) => !hasBegun(incident)).sort(byStart);

  const worstOf = (ids: number[]) =>
    running
      .filter((incident) => named(incident, ids).length > 0)
      .sort((a, b) => RANK[a.severity] - RANK[b.severity] || byStart(a, b))[0] ?? null;
  const [worst = null] = visible
    .flatMap((id) => worstOf(within(id)) ?? [])
    .sort((a, b) => RANK[a.severity] - RANK[b.severity]);

  return {
    visible,
    children: (id: number) => children(id).filter(isVisible),
    /** The visible services that an incident names, in the page's order. */
    services: (incident: ModelIncident, among = visible) => named(incident, among),
    within,
    severity: worst?.severity ?? null,
    type: worst?.type ?? null,
    stateOf: (id: number) => worstOf(within(id)),
    /** All of each kind, those first that are shown rather than others. */
    open: running
      .filter((incident) => !isPlanned(incident))
      .sort(
        (a, b) => Number(b.severity === "major") - Number(a.severity === "major") || byStart(b, a),
      ),
    maintenances: running.filter(isPlanned).sort(reversed(byStart)),
    upcoming: announced.filter((each) => isPlanned(each) && each.starts_at <= week),
    announced,
    /** What was resolved within a day, the last first. */
    recent: seen
      .filter((each) => isOver(each) && !isPlanned(each) && (each.ends_at ?? "") > yesterday)
      .sort(reversed(byEnd)),
    isRunning: ({ id }: ModelIncident) => running.some((each) => each.id === id),
    ended: seen.filter(isOver).sort(reversed(byEnd)),
    listed: seen.toSorted(reversed(byStart)),
    all: incidents.toSorted(reversed(byStart)),
    /** What went on during a day of a zone, be it over or not, newest first. */
    on: (day: string, zone: string) => {
      const date = dateIn(zone);
      const lastMoment = ({ starts_at, ends_at }: ModelIncident) => {
        if (ends_at === null) return "9999-12-31T00:00:00";
        const before = new Date(Date.parse(`${ends_at}Z`) - 1000).toISOString().slice(0, 19);
        return ends_at > starts_at ? before : starts_at;
      };
      return seen
        .filter(hasBegun)
        .filter((each) => date(each.starts_at) <= day && day <= date(lastMoment(each)))
        .sort(reversed(byStart));
    },
  };
}

export type Model = ReturnType<typeof modelOf>;
