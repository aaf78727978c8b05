import { z } from "zod";
import { word } from "#lib/api/pagination.ts";
import type { AuditFilter } from "#lib/audit/queries.ts";

const day = z.iso.date().optional().catch(undefined);

const Filter = z.object({
  action: word().catch(undefined),
  actor: word().catch(undefined),
  subject: word().catch(undefined),
  status_page: word().catch(undefined),
  from: day,
  to: day,
});

/** What the address of the log asks for; both days are included. */
export function filterIn(query: Record<string, unknown>): AuditFilter {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const { from, to, ...words } = Filter.parse(Object.fromEntries(given));
  const until = to && Temporal.PlainDate.from(to).add({ days: 1 }).toString();
  return {
    ...words,
    ...(from && { from: `${from}T00:00:00` }),
    ...(until && { until: `${until}T00:00:00` }),
  };
}
