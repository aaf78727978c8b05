import { createHash } from "node:crypto";
import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";

const UNDERSTOOD = ["up", "down", "certificate", "test"] as const;
const SOURCES = ["mail", "webhook", "heartbeat"] as const;

const understood = z.enum(UNDERSTOOD).meta({
  description:
    "`certificate`: it expires soon, which is not down; `test`: the tool tried the address",
});

const reason = z
  .string()
  .meta({ description: "A code for why it was not understood, such as `no_match`" });

export const ReportReceipt = z.object({
  understood: understood
    .nullable()
    .meta({ description: "null: the tool says neither up nor down, such as an acknowledgement" }),
  changed: z
    .boolean()
    .meta({ description: "Whether that is new: monitoring believed something else before" }),
  reason: reason.optional(),
});
export type ReportReceipt = z.output<typeof ReportReceipt>;

export const Beat = z.object({
  understood: z
    .enum(["up", "down"])
    .nullable()
    .meta({ description: "null: a start or a log, which say neither" }),
  changed: ReportReceipt.shape.changed,
  due_at: wireTime
    .nullable()
    .meta({ description: "Without another call until then, the service is down" }),
});
export type Beat = z.output<typeof Beat>;

export const ServiceReport = z.object({
  id: z.int(),
  received_at: wireTime,
  source: z.enum(SOURCES),
  kind: z.string().nullable().meta({ description: "By whose rules a call was read" }),
  understood: understood.nullable().meta({ description: "null: it was not understood" }),
  reason: reason.nullable(),
  detail: z.string().nullable(),
  content: z
    .string()
    .meta({ description: "The beginning of what was sent, without tokens and passwords" }),
});
export type ServiceReport = z.output<typeof ServiceReport>;

export const MailReceipt = ReportReceipt.extend({ reason: ServiceReport.shape.reason });
export type MailReceipt = z.output<typeof MailReceipt>;

export const AlertReceipt = ReportReceipt.extend({
  service_id: z.int().nullable().meta({ description: "null: no service has its name" }),
});
export type AlertReceipt = z.output<typeof AlertReceipt>;

export const AlertAddress = z.object({ url: z.string(), reports: z.array(ServiceReport) });
export type AlertAddress = z.output<typeof AlertAddress>;

named(ReportReceipt, "TakenReport");
named(Beat, "TakenHeartbeat");

type Understood = (typeof UNDERSTOOD)[number];

/** Keys of the locale's `admin_reports.reason`. */
export type UnclearReason =
  | "not_expected"
  | "no_heartbeat"
  | "no_status"
  | "unknown_status"
  | "no_content"
  | "neither_state"
  | "low_urgency"
  | "outdated"
  | "not_json"
  | "bad_signature"
  | "not_confirmed"
  | "unknown_service"
  | "too_deep"
  | "too_large"
  | "no_expression"
  | "bad_expression"
  | "too_costly"
  | "no_match"
  | "other_identities"
  | "neither_result"
  | "both_results"
  | "no_keywords"
  | "neither_keyword"
  | "both_keywords"
  | "unreadable"
  | "unknown_form";

/** Known tools switch off an address that refuses what they rightly send. */
export const NEITHER_REASONS: readonly (string | null)[] = [
  "neither_state",
  "low_urgency",
  "outdated",
];

/**
 * An alert in a report: `key` is its identity in its tool, `said_at` the tool's
 * wire time. `sender` and `occurrence`: see `Alert`. `low`: not urgent enough to count; it only
 * closes what is open. `blind`: closed, but nobody sees whether the service is up.
 */
export type ReportedAlert = {
  key: string;
  sender: string;
  occurrence: string | null;
  means: "up" | "down" | "low" | "blind";
  said_at: string | null;
  detail: string | null;
};

function hash(text: string): string {
  return text && createHash("sha256").update(text).digest("base64url");
}

type AlertParts = Partial<Pick<ReportedAlert, "key" | "sender" | "said_at" | "detail">> & {
  occurrence?: string | undefined;
};

/** Two alerts of one sender are one if `key` is the same. */
export function reportedAlert(
  means: ReportedAlert["means"],
  { key = "", sender = "", occurrence, said_at = null, detail = null }: AlertParts,
): ReportedAlert {
  return {
    key: hash(key),
    sender: hash(sender),
    occurrence: occurrence ? hash(occurrence) : null,
    means,
    said_at,
    detail: short(detail),
  };
}

/** `reason` of "down" is our own code. Without `alerts`, the whole address is one alert. */
export type Interpretation = (UnderstoodReport | NotUnderstood) & {
  alerts?: readonly ReportedAlert[];
};

type UnderstoodReport = {
  understood: Understood;
  reason: string | null;
  detail: string | null;
};
export type NotUnderstood = { understood: null; reason: UnclearReason; detail: string | null };

const DETAIL = 200;

function short(text: string | null): string | null {
  const line = text
    ?.toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line ? line.slice(0, DETAIL).toWellFormed() : null;
}

export function understoodAs(
  understood: Understood,
  detail: string | null = null,
): UnderstoodReport {
  const reason = understood === "down" ? "reported" : null;
  return { understood, reason, detail: short(detail) };
}

export function notUnderstood(reason: UnclearReason, detail: string | null = null): NotUnderstood {
  return { understood: null, reason, detail: short(detail) };
}
