import { z } from "zod";
import { toWire } from "#lib/clock.ts";
import type { DeliveryFilter } from "#lib/webhooks/log/queries.ts";
import { DeliveryQuery } from "#lib/webhooks/log/schema.ts";

export type LogQuery = Record<string, string | undefined>;

const { state, webhook_id, event } = DeliveryQuery.shape;
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .optional()
  .catch(undefined);
const Query = z.object({
  state: state.catch(undefined),
  webhook_id: webhook_id.catch(undefined),
  event: event.catch(undefined),
  from: day,
  to: day,
});

/** The beginning of a day in a zone; undefined for what is no day. */
function startOf(date: string, zone: string, plusDays = 0): string | undefined {
  try {
    const start = Temporal.PlainDate.from(date).add({ days: plusDays });
    return toWire(start.toZonedDateTime(zone).toInstant());
  } catch {
    return undefined;
  }
}

/** What the address of the log asks for; both days are included. */
export function filterIn(query: LogQuery, zone: string): DeliveryFilter {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const { from, to, ...rest } = Query.parse(Object.fromEntries(given));
  return {
    ...rest,
    ...(from && { from: startOf(from, zone) }),
    ...(to && { to: startOf(to, zone, 1) }),
  };
}
