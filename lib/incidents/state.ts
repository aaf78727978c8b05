import type { Severity } from "#lib/core/fields/severity.ts";
import type { Plan, UpdateType } from "#lib/incidents/schema.ts";

// Such an update after the end reopens an incident.
const RELAPSES: readonly UpdateType[] = [
  "investigating",
  "issue",
  "identified",
  "monitoring",
  "escalate",
  "deescalate",
];

type Posted = { posted_at: string };
type Said = Posted & { type: UpdateType };

/** Oldest first. */
export function byTime(a: Posted, b: Posted): number {
  return Number(a.posted_at > b.posted_at) - Number(a.posted_at < b.posted_at);
}

/** Whether an update takes the plan of a maintenance away. */
export function isWithdrawal(
  { type, posted_at }: Said,
  { severity, starts_at, plan }: Pick<Timed, "starts_at" | "plan"> & { severity: Severity },
): boolean {
  if (severity !== "scheduled") return false;
  return type === "postponed" || (type === "resolved" && (plan !== null || posted_at < starts_at));
}

export function isRelapse({ type, posted_at }: Said, ends_at: string | null): boolean {
  return ends_at !== null && ends_at <= posted_at && RELAPSES.includes(type);
}

export type Timed = { starts_at: string; ends_at: string | null; plan: Plan | null };

export type Phase = "upcoming" | "open" | "closed" | Plan;

/** The phase of a span of wire times. */
export function spanPhaseAt(
  now: string,
  { starts_at, ends_at }: Omit<Timed, "plan">,
): "upcoming" | "open" | "closed" {
  if (ends_at !== null && ends_at <= now) return "closed";
  return starts_at <= now ? "open" : "upcoming";
}

/** The phase of an incident or a maintenance. @param now wire time */
export function phaseAt(now: string, { plan, ...span }: Timed): Phase {
  return plan ?? spanPhaseAt(now, span);
}

export function isActive(times: Timed, now: string): boolean {
  return phaseAt(now, times) === "open";
}

/** Whether nothing more happens: it is over, or does not take place. */
export function isOver(times: Timed, now: string): boolean {
  const phase = phaseAt(now, times);
  return phase === "closed" || phase === "called_off";
}
