import { expect, test } from "@playwright/test";
import type { UptimeDay } from "#lib/services/uptime/uptime.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { explainDays, isWhole } from "#lib/site/uptime/explain.ts";

const DAY_SECONDS = 86_400;
const DAYS = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"];
const CHILDREN = 900;

function uptimeDay(service_id: number, day: string, downtime_seconds: number): UptimeDay {
  return {
    ...{ service_id, day, downtime_seconds, severity: "major", affected_children: 0, incidents: 1 },
    ...{ major_seconds: downtime_seconds, minor_seconds: 0, maintenance_seconds: 0 },
    counted_major_seconds: 0,
    counted_minor_seconds: 0,
    counted_maintenance_seconds: 0,
    ...{ children_count: service_id === 1 ? CHILDREN : 0, children_seconds: downtime_seconds },
  };
}

function serviceOf(id: number, children: PublicService[] = []): PublicService {
  return { id, children } as unknown as PublicService;
}

test("of a service with very many children each day tells its sum, and the newest list them", () => {
  const children = Array.from({ length: CHILDREN }, (_, index) => serviceOf(index + 2));
  const service = serviceOf(1, children);
  const rolled = new Map(
    [service, ...children].map(({ id }) => [
      id,
      DAYS.map((day) => uptimeDay(id, day, DAY_SECONDS)),
    ]),
  );
  const asked = {
    service,
    rolled,
    incidents: [],
    corrections: [],
    now: "2026-11-22T00:00:00",
    time_zone: "Etc/UTC",
  };
  const days = explainDays(asked);
  expect(days.map(({ day }) => day)).toEqual(DAYS.toReversed());
  expect(days.map((day) => day.children?.length ?? null)).toEqual([CHILDREN, CHILDREN, null, null]);
  expect(days.map(isWhole)).toEqual([true, true, false, false]);
  expect(days.map(({ children_seconds }) => children_seconds)).toEqual(DAYS.map(() => DAY_SECONDS));
});
