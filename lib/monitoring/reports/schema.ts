import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";

export const UNDERSTOOD = ["up", "down", "certificate", "test"] as const;
const SOURCES = ["mail", "webhook", "heartbeat"] as const;

const understood = z.enum(UNDERSTOOD).meta({
  description:
    "`certificate`: it expires soon, which is not down; `test`: the tool tried the address",
});

/** The answer to what was understood. */
export const Taken = z.object({
  understood,
  changed: z
    .boolean()
    .meta({ description: "Whether that is new: monitoring believed something else before" }),
});
export type Taken = z.output<typeof Taken>;

/** The answer to a heartbeat. */
export const Beat = z.object({
  understood: z.literal("up"),
  changed: Taken.shape.changed,
  due_at: wireTime.meta({ description: "Without another call until then, the service is down" }),
});
export type Beat = z.output<typeof Beat>;

export const ServiceReport = z.object({
  id: z.int(),
  received_at: wireTime,
  source: z.enum(SOURCES),
  kind: z.string().nullable().meta({ description: "By whose rules a call was read" }),
  understood: understood.nullable().meta({ description: "null: it was not understood" }),
  reason: z
    .string()
    .nullable()
    .meta({ description: "A code for why it was not understood, such as `no_match`" }),
  detail: z.string().nullable(),
  content: z
    .string()
    .meta({ description: "The beginning of what was sent, without tokens and passwords" }),
});
export type ServiceReport = z.output<typeof ServiceReport>;

/** What came of a mail for one service. */
export const MailTaken = Taken.extend({
  understood: understood.nullable(),
  reason: ServiceReport.shape.reason,
});
export type MailTaken = z.output<typeof MailTaken>;

named(Taken, "TakenReport");
named(Beat, "TakenHeartbeat");
