import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import type { Correction } from "#lib/services/uptime-corrections/queries.ts";

type TreeService = { id: number; parent_id: number | null; private: boolean };

const keyOf = ({ service_id, day }: Pick<ServiceDay, "service_id" | "day">) =>
  `${service_id}/${day}`;

export function emptyDay(service_id: number, day: string): ServiceDay {
  return {
    ...{ service_id, day, incidents: 0 },
    ...{ major_seconds: 0, minor_seconds: 0, maintenance_seconds: 0 },
    ...{ counted_major_seconds: 0, counted_minor_seconds: 0, counted_maintenance_seconds: 0 },
  };
}

function corrected(found: ServiceDay, { downtime_seconds, reason }: Correction): ServiceDay {
  const seconds = downtime_seconds ?? 0;
  return {
    ...found,
    major_seconds: Math.max(found.major_seconds, seconds),
    counted_major_seconds: seconds,
    counted_minor_seconds: 0,
    counted_maintenance_seconds: 0,
    corrected: { found, reason },
  };
}

/** A correction can lengthen the visible downtime of a day; it replaces the counted one. */
export function correctDays(
  services: readonly TreeService[],
  days: readonly ServiceDay[],
  corrections: readonly Correction[],
): readonly ServiceDay[] {
  const meant = corrections.filter(({ downtime_seconds }) => downtime_seconds !== null);
  if (meant.length === 0) return days;
  const byId = new Map(services.map((service) => [service.id, service]));
  const byKey = new Map(days.map((day) => [keyOf(day), day]));
  for (const correction of meant) {
    const { service_id, day } = correction;
    const known = byKey.get(keyOf(correction));
    const seconds = correction.downtime_seconds ?? 0;
    if (!byId.has(service_id) || (!known && seconds === 0)) continue;
    const own = corrected(known ?? emptyDay(service_id, day), correction);
    byKey.set(keyOf(own), own);
    let service = byId.get(service_id);
    while (service && !service.private && service.parent_id !== null && seconds > 0) {
      const above = { service_id: service.parent_id, day };
      const row = byKey.get(keyOf(above)) ?? emptyDay(above.service_id, day);
      const major_seconds = Math.max(row.major_seconds, seconds);
      byKey.set(keyOf(above), { ...row, major_seconds });
      service = byId.get(service.parent_id);
    }
  }
  const all = [...byKey.values()];
  return all.toSorted((a, b) => a.service_id - b.service_id || (a.day < b.day ? -1 : 1));
}
