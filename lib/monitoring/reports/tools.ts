import type { Call } from "#lib/monitoring/reports/call.ts";
import { type Outcome, says, unclear } from "#lib/monitoring/reports/outcome.ts";
import { secondsBetween, toWire, wireNow } from "#lib/platform/clock.ts";

// What a tool dates further back was kept from reaching us for long: nobody knows what is now.
const OLDEST_S = 3_600;

/** A time of a tool, in seconds since 1970; null: it is none to rely on. */
function timeIn(text: string | undefined): string | null {
  const seconds = Number(text ?? "");
  if (!Number.isSafeInteger(seconds) || seconds <= 0 || seconds > 8.64e12) return null;
  const time = toWire(new Date(seconds * 1_000));
  const age_s = secondsBetween(time, wireNow());
  return age_s >= 0 && age_s <= OLDEST_S ? time : null;
}

function joined(...parts: (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(" · ") || null;
}

/** StatusCake: `Status` is `Up` or `Down`; `StatusCode` is 0 when nothing answered in time. */
export function readStatusCake({ fields }: Call): Outcome {
  const status = fields.get("status");
  if (!status) return unclear("no_status");
  const code = fields.get("statuscode");
  const detail = joined(fields.get("name"), code && `HTTP ${code}`);
  const said = status.toLowerCase();
  return said === "up" || said === "down" ? says(said, detail) : unclear("unknown_status", status);
}

const ALERTS = { "1": "down", "2": "up", "3": "certificate" } as const;

function alertOf({ fields }: Call): (typeof ALERTS)[keyof typeof ALERTS] | undefined {
  const type = fields.get("alerttype");
  if (type !== undefined) return ALERTS[type as keyof typeof ALERTS];
  const name = fields.get("alerttypefriendlyname")?.toLowerCase() ?? "";
  if (name === "down" || name === "up") return name;
  return /ssl|expir/.test(name) ? "certificate" : undefined;
}

/**
 * UptimeRobot: `alertType` is 1 for down, 2 for up, 3 for a certificate or domain that expires.
 * Users write the keys themselves; a trial has no values at all.
 */
export function readUptimeRobot(call: Call): Outcome {
  const { fields, is_trial } = call;
  if (is_trial) return says("test");
  const alert = alertOf(call);
  const given = fields.get("alerttype") ?? fields.get("alerttypefriendlyname");
  if (!alert) return given ? unclear("unknown_status", given) : unclear("no_status");
  const detail = joined(fields.get("monitorfriendlyname"), fields.get("alertdetails"));
  return says(alert, detail, timeIn(fields.get("alertdatetime")));
}
