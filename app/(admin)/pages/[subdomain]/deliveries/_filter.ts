import { z } from "zod";
import { LOG_CHANNELS, LOG_STATES, type LogFilter } from "#lib/notifications/log/schema.ts";
import { toWire } from "#lib/platform/clock.ts";

export type LogQuery = Record<string, string | undefined>;

const id = z.coerce.number().int().positive().safe().optional().catch(undefined);
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .optional()
  .catch(undefined);
const Query = z.object({
  state: z.enum(LOG_STATES).optional().catch(undefined),
  channel: z.enum(LOG_CHANNELS).optional().catch(undefined),
  event_id: id,
  subject: z
    .string()
    .regex(/^(incident|info_notice):\d{1,15}$/)
    .optional()
    .catch(undefined),
  subscription_id: id,
  webhook_id: id,
  from: day,
  to: day,
});

/** Filters of the log, in its address. */
export const NARROWS = Object.keys(Query.shape);

/** The beginning of a day in a zone; undefined for what is no day. */
function startOf(date: string, zone: string, plusDays = 0): string | undefined {
  try {
    const start = Temporal.PlainDate.from(date).add({ days: plusDays });
    return toWire(start.toZonedDateTime(zone).toInstant());
  } catch {
    return undefined;
  }
}

/** The filter in an address; both days are included. */
export function filterIn(query: LogQuery, zone: string): LogFilter {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const { from, to, ...rest } = Query.parse(Object.fromEntries(given));
  return {
    ...rest,
    ...(from && { from: startOf(from, zone) }),
    ...(to && { to: startOf(to, zone, 1) }),
  };
}
