import type { Severity } from "#lib/core/fields/severity.ts";
import type { PastChild } from "#lib/services/past-services.queries.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import { type TreeService, wasOn } from "#lib/services/uptime/uptime.ts";
import type { Correction } from "#lib/services/uptime-corrections/on-days.ts";

const keyOf = ({ service_id, day }: Pick<ServiceDay, "service_id" | "day">) =>
  `${service_id}/${day}`;

export function emptyDay(service_id: number, day: string): ServiceDay {
  return {
    ...{ service_id, day, incidents: 0 },
    ...{ major_seconds: 0, minor_seconds: 0, maintenance_seconds: 0 },
    ...{ counted_major_seconds: 0, counted_minor_seconds: 0, counted_maintenance_seconds: 0 },
  };
}

function corrected(found: ServiceDay, correction: Correction): ServiceDay {
  const { downtime_seconds, replaced, reason } = correction;
  const rest = (seconds: number, severity: Severity) =>
    replaced === null ? 0 : Math.max(0, seconds - replaced[severity]);
  const major = rest(found.counted_major_seconds, "major") + (downtime_seconds ?? 0);
  return {
    ...found,
    major_seconds: Math.max(found.major_seconds, major),
    counted_major_seconds: major,
    counted_minor_seconds: rest(found.counted_minor_seconds, "minor"),
    counted_maintenance_seconds: rest(found.counted_maintenance_seconds, "scheduled"),
    corrected: { found, reason },
  };
}

/** The services above one on a day. */
function ancestorsIn(services: ReadonlyMap<number, TreeService>, past: readonly PastChild[]) {
  const places = Map.groupBy(past, (child) => child.id);
  const parentsOf = (id: number, day: string): number[] => {
    const moved = places.get(id);
    if (moved) return moved.filter((one) => wasOn(one, day)).map(({ parent_id }) => parent_id);
    const { parent_id = null, private: isPrivate } = services.get(id) ?? { private: true };
    return isPrivate || parent_id === null ? [] : [parent_id];
  };
  return (id: number, day: string): Set<number> => {
    const above = new Set(parentsOf(id, day));
    // A set also yields what is added while it is iterated.
    for (const each of above) for (const parent of parentsOf(each, day)) above.add(parent);
    return above;
  };
}

/** A correction can lengthen the visible downtime of a day; it replaces the counted one. */
export function correctDays(
  services: readonly TreeService[],
  days: readonly ServiceDay[],
  corrections: readonly Correction[],
  past: readonly PastChild[] = [],
): readonly ServiceDay[] {
  const meant = corrections.filter(({ downtime_seconds }) => downtime_seconds !== null);
  if (meant.length === 0) return days;
  const byId = new Map(services.map((service) => [service.id, service]));
  const isThere = new Set([...byId.keys(), ...past.map(({ id }) => id)]);
  const ancestorsOf = ancestorsIn(byId, past);
  const byKey = new Map(days.map((day) => [keyOf(day), day]));
  for (const correction of meant) {
    const { service_id, day } = correction;
    const known = byKey.get(keyOf(correction));
    const seconds = correction.downtime_seconds ?? 0;
    if (!isThere.has(service_id) || (!known && seconds === 0)) continue;
    const own = corrected(known ?? emptyDay(service_id, day), correction);
    byKey.set(keyOf(own), own);
    for (const above of seconds > 0 ? ancestorsOf(service_id, day) : []) {
      const row = byKey.get(keyOf({ service_id: above, day })) ?? emptyDay(above, day);
      const major_seconds = Math.max(row.major_seconds, seconds);
      byKey.set(keyOf(row), { ...row, major_seconds });
    }
  }
  const all = [...byKey.values()];
  return all.toSorted((a, b) => a.service_id - b.service_id || (a.day < b.day ? -1 : 1));
}
