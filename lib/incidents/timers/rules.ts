import type { EventNotice } from "#lib/core/events/event.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import { NO_NOTICES } from "#lib/incidents/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { isOver, phaseAt } from "#lib/incidents/state.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import { DAY_SECONDS, later, laterOf, secondsBetween } from "#lib/platform/clock.ts";

/** Notices to subscribers. */
const NOTICE_KINDS = ["first_before", "second_before", "start", "end"] as const;
/** Reminders to the team. */
const REMINDER_KINDS = ["long_running", "promise_soon", "promise_broken"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];
type TimerKind = (typeof NOTICE_KINDS)[number] | ReminderKind;

/** `for_at`: the moment it announces; `due_at`: when it is sent. Wire times. */
export type Timer = { kind: TimerKind; for_at: string; due_at: string };

/** `settled_for`: the `for_at` that was sent or skipped. */
export type KnownTimer = {
  kind: TimerKind;
  for_at: string;
  due_at: string | null;
  settled_for: string | null;
};

type Timed = Pick<
  IncidentRow,
  | "severity"
  | "starts_at"
  | "ends_at"
  | "plan"
  | "next_update_at"
  | "maintenance_notify"
  | "maintenance_notify_settings"
>;

const MINUTE = 60;
const HOUR = 3_600;
/** Its author is reminded this long before a promise runs out. */
const PROMISE_AHEAD_S = 3 * MINUTE;

function noticesOf(maintenance: Timed, now: string): Timer[] {
  const { starts_at, ends_at, maintenance_notify_settings } = maintenance;
  if (maintenance.severity !== "scheduled" || !maintenance.maintenance_notify) return [];
  const given = (maintenance_notify_settings ?? {}) as Partial<
    Incident["maintenance_notify_settings"]
  >;
  const { before_notice_minutes, second_before_notice_minutes, on_start, on_end } = {
    ...NO_NOTICES,
    ...given,
  };
  const before = (kind: TimerKind, minutes: number | null): Timer[] => {
    if (minutes === null) return [];
    const due_at = minutes === 0 ? now : later(starts_at, -minutes * MINUTE);
    return [{ kind, for_at: starts_at, due_at }];
  };
  const at = (kind: TimerKind, time: string | null): Timer[] =>
    time === null ? [] : [{ kind, for_at: time, due_at: time }];
  return [
    ...before("first_before", before_notice_minutes),
    ...before("second_before", second_before_notice_minutes),
    ...(on_start ? at("start", starts_at) : []),
    ...(on_end ? at("end", ends_at) : []),
  ];
}

function longRunning({ starts_at, ends_at }: Timed, hours: number, now: string): Timer[] {
  if (hours === 0) return [];
  const period = hours * HOUR;
  const passed = Math.floor(secondsBetween(starts_at, laterOf(now, starts_at)) / period);
  const at = later(starts_at, (passed + 1) * period);
  if (ends_at !== null && at >= ends_at) return [];
  return [{ kind: "long_running", for_at: at, due_at: at }];
}

function promised({ next_update_at: for_at, ends_at }: Timed): Timer[] {
  if (for_at === null || (ends_at !== null && ends_at <= for_at)) return [];
  return [
    { kind: "promise_soon", for_at, due_at: later(for_at, -PROMISE_AHEAD_S) },
    { kind: "promise_broken", for_at, due_at: for_at },
  ];
}

/** All timers of an incident as it is. @param hours 0: no reminders */
export function timersOf(incident: Timed, hours: number, now: string): Timer[] {
  if (incident.plan === "called_off") return [];
  if (incident.plan === "postponed") return promised({ ...incident, ends_at: null });
  const reminders = isOver(incident, now)
    ? []
    : [...longRunning(incident, hours, now), ...promised(incident)];
  return [...noticesOf(incident, now), ...reminders];
}

/**
 * Whether an update already tells subscribers what a notice would.
 * @param isFirst the notice is due while the incident is being created
 */
function isCoveredByUpdate(
  { kind, for_at }: Timer,
  updates: readonly UpdateRow[],
  isFirst: boolean,
): boolean {
  const covers = (...types: UpdateRow["type"][]) =>
    updates.some((one) => one.notify && types.includes(one.type) && one.posted_at === for_at);
  if (kind === "start") return covers("started", "essential");
  if (kind === "end") return covers("resolved");
  return isFirst && kind.endsWith("_before") && updates.some(({ notify }) => notify);
}

type TimerContext = {
  updates: readonly UpdateRow[];
  isNew: boolean;
  ends_at: string | null;
  now: string;
};

/** Whether a timer needs no sending: it was sent, is too late, or an update says the same. */
export function needsNoSending(
  timer: Timer,
  known: KnownTimer | undefined,
  { updates, isNew, ends_at, now }: TimerContext,
): boolean {
  const { kind, for_at, due_at } = timer;
  const sent_for = known?.settled_for ?? null;
  if (sent_for === for_at || (isNew && ends_at !== null && ends_at <= now)) return true;
  const isOver = updates.some(({ type, posted_at }) => type === "resolved" && posted_at === for_at);
  // Don't announce an end that passed before notifications were enabled.
  if (kind === "end" && !known && for_at <= now && !isOver) return true;
  // A start or end is announced once, even if its time is corrected later, until another one is
  // planned.
  const isFact = (kind === "start" || kind === "end") && known?.for_at === sent_for;
  if (isFact && sent_for !== null && sent_for <= now && for_at <= now) return true;
  return isCoveredByUpdate(timer, updates, isNew && due_at <= now);
}

/** The due notice that is still useful. The end stays useful for a day. */
export function dueNotice(
  due: readonly Timer[],
  times: Pick<IncidentRow, "starts_at" | "ends_at" | "plan">,
  now: string,
): EventNotice | null {
  const find = (...kinds: TimerKind[]) => due.find(({ kind }) => kinds.includes(kind));
  const [before, start, end] = [find("first_before", "second_before"), find("start"), find("end")];
  const phase = phaseAt(now, times);
  if (phase === "upcoming") return before ? { kind: "before", for_at: before.for_at } : null;
  if (phase === "open") return start ? { kind: "start", for_at: start.for_at } : null;
  const isRecent =
    phase === "closed" && end !== undefined && secondsBetween(end.for_at, now) < DAY_SECONDS;
  return isRecent ? { kind: "end", for_at: end.for_at } : null;
}

/** Whether a notice still matches the incident. */
export function isCurrent(
  { kind, for_at }: EventNotice,
  { severity, maintenance_notify, ...times }: Timed,
  now: string,
): boolean {
  if (severity !== "scheduled" || !maintenance_notify) return false;
  const phase = phaseAt(now, times);
  if (kind === "before") return phase === "upcoming" && times.starts_at === for_at;
  if (kind === "start") return phase === "open" && times.starts_at === for_at;
  return phase === "closed" && times.ends_at === for_at;
}

export function dueReminders(
  due: readonly Timer[],
  times: Pick<IncidentRow, "starts_at" | "ends_at" | "plan">,
  now: string,
): (Timer & { kind: ReminderKind })[] {
  if (isOver(times, now)) return [];
  return due.flatMap((timer) => {
    const { for_at } = timer;
    const kind = REMINDER_KINDS.find((one) => one === timer.kind);
    if (!kind) return [];
    const isUseful =
      kind === "promise_soon" ? now < for_at : secondsBetween(for_at, now) < DAY_SECONDS;
    return isUseful ? [{ ...timer, kind }] : [];
  });
}
