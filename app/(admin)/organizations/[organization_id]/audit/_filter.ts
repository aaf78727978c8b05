import { z } from "zod";
import { word } from "#lib/api/pagination.ts";
import type { AuditFilter } from "#lib/core/audit/queries.ts";
import { toWire } from "#lib/platform/clock.ts";

const day = z.iso.date().optional().catch(undefined);

const Filter = z.object({
  action: word().catch(undefined),
  actor: word().catch(undefined),
  subject: word().catch(undefined),
  status_page: word().catch(undefined),
  from: day,
  to: day,
});

/** The beginning of a day in a zone. */
function startOf(date: string, zone: string, plusDays = 0): string {
  const start = Temporal.PlainDate.from(date).add({ days: plusDays });
  return toWire(start.toZonedDateTime(zone).toInstant());
}

/** The filter in an address; both days are included, as they are in a zone. */
export function filterIn(query: Record<string, unknown>, zone: string): AuditFilter {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const { from, to, ...words } = Filter.parse(Object.fromEntries(given));
  return {
    ...words,
    ...(from && { from: startOf(from, zone) }),
    ...(to && { until: startOf(to, zone, 1) }),
  };
}
