import type { Severity } from "#lib/core/fields/severity.ts";
import type { Plan, UpdateType } from "#lib/incidents/schema.ts";
import { earlierOf } from "#lib/platform/clock.ts";

/** An operator's value. Updates with an id up to `after` no longer change it. */
type DeclaredValue<T> = { value: T; after: number };

export type Declared = {
  type: DeclaredValue<string>;
  starts_at: DeclaredValue<string>;
  ends_at: DeclaredValue<string | null>;
};

export type Times = { type: string; starts_at: string; ends_at: string | null };

export type PostedUpdate = { id: number; type: UpdateType; posted_at: string };

export function declare(values: Times, after: number): Declared {
  return {
    type: { value: values.type, after },
    starts_at: { value: values.starts_at, after },
    ends_at: { value: values.ends_at, after },
  };
}

/** Replaces the declared values that an operator sets to something other than the current ones. */
export function redeclare(
  declared: Declared,
  inForce: Times,
  given: Partial<Times>,
  after: number,
): Declared {
  const claim = <K extends keyof Times>(key: K): Declared[K] => {
    const value = given[key];
    return value === undefined || value === inForce[key]
      ? declared[key]
      : ({ value, after } as Declared[K]);
  };
  return { type: claim("type"), starts_at: claim("starts_at"), ends_at: claim("ends_at") };
}

// Such an update after the end reopens an incident.
const RELAPSES: readonly UpdateType[] = [
  "investigating",
  "issue",
  "identified",
  "monitoring",
  "escalate",
  "deescalate",
];

type Posted = Pick<PostedUpdate, "posted_at">;

/** Oldest first. */
export function byTime(a: Posted, b: Posted): number {
  return Number(a.posted_at > b.posted_at) - Number(a.posted_at < b.posted_at);
}

function inOrder(updates: readonly PostedUpdate[], after: number): PostedUpdate[] {
  return updates.filter(({ id }) => id > after).sort((a, b) => byTime(a, b) || a.id - b.id);
}

function latest(
  updates: PostedUpdate[],
  types: UpdateType[],
  after: number,
): PostedUpdate | undefined {
  return inOrder(updates, after).findLast(({ type }) => types.includes(type));
}

/**
 * The current type and times: the declared values, changed by later updates. The latest `posted_at`
 * decides (ties: id).
 */
export function inForce(
  declared: Declared,
  severity: Severity,
  updates: PostedUpdate[],
): Times & { plan: Plan | null } {
  if (severity === "scheduled")
    return { type: declared.type.value, ...maintenanceIn(declared, updates) };
  const moved = latest(updates, ["escalate", "deescalate"], declared.type.after);
  const moved_to = moved?.type === "escalate" ? "major" : "minor";
  const starts_at = declared.starts_at.value;
  const { at: ends_at } = endOf(declared.ends_at, severity, updates);
  return {
    type: moved ? moved_to : declared.type.value,
    starts_at: earlierOf(starts_at, ends_at ?? starts_at),
    ends_at,
    plan: null,
  };
}

/**
 * `resolved` before the start calls a maintenance off and `postponed` takes its plan away, until
 * times declared after them or `started` bring it back. Without a plan it keeps its planned times.
 */
function maintenanceIn(declared: Declared, updates: readonly PostedUpdate[]): Timed {
  const { starts_at, ends_at } = declared;
  const replanned = Math.max(starts_at.after, ends_at.after);
  const planned = { starts_at: starts_at.value, ends_at: ends_at.value };
  let now: Timed = { ...planned, plan: null };
  for (const { id, type, posted_at } of inOrder(updates, 0)) {
    const hasBegun = now.plan === null && now.starts_at <= posted_at;
    const isStart = type === "started" || (type === "essential" && !hasBegun);
    if (isStart && id > starts_at.after) now = { ...now, starts_at: posted_at, plan: null };
    else if (type === "postponed" && id > replanned) now = { ...planned, plan: "postponed" };
    else if (type === "resolved" && hasBegun && id > ends_at.after)
      now.ends_at = now.ends_at === null || posted_at < now.ends_at ? posted_at : now.ends_at;
    else if (type === "resolved" && !hasBegun && id > replanned)
      now = { ...planned, plan: "called_off" };
  }
  return { ...now, starts_at: earlierOf(now.starts_at, now.ends_at ?? now.starts_at) };
}

/** Whether an update takes the plan of a maintenance away. */
export function isWithdrawal(
  { type, posted_at }: Pick<PostedUpdate, "type" | "posted_at">,
  { severity, starts_at, plan }: Pick<Timed, "starts_at" | "plan"> & { severity: Severity },
): boolean {
  if (severity !== "scheduled") return false;
  return type === "postponed" || (type === "resolved" && (plan !== null || posted_at < starts_at));
}

export function redeclareEnd(declared: Declared, after: number): Declared {
  return { ...declared, ends_at: { ...declared.ends_at, after } };
}

export function redeclareStart(declared: Declared, after: number): Declared {
  return { ...declared, starts_at: { ...declared.starts_at, after } };
}

export function isRelapse(
  { type, posted_at }: Pick<PostedUpdate, "type" | "posted_at">,
  ends_at: string | null,
): boolean {
  return ends_at !== null && ends_at <= posted_at && RELAPSES.includes(type);
}

/**
 * The first `resolved` after the last relapse ends the incident, unless an earlier end was
 * declared. An update reopens only if the `resolved` before it was entered first: a back-dated
 * `resolved` already takes it into account.
 */
function endOf(
  declared: Declared["ends_at"],
  severity: Severity,
  updates: readonly PostedUpdate[],
): { at: string | null; reopened: number[] } {
  let end = { at: declared.value, by: declared.after };
  const reopened: number[] = [];
  for (const update of inOrder(updates, declared.after)) {
    const { id, type, posted_at } = update;
    const isAgain = severity !== "scheduled" && id > end.by && isRelapse(update, end.at);
    if (isAgain) {
      end = { at: null, by: end.by };
      reopened.push(id);
    } else if (type === "resolved") {
      const isEarlier = end.at === null || posted_at < end.at;
      end = isEarlier ? { at: posted_at, by: id } : { ...end, by: Math.min(end.by, id) };
    }
  }
  return { at: end.at, reopened };
}

/** Ids of the updates that reopened an incident, including those before its declared end. */
export function reopeningsOf(
  { ends_at }: Declared,
  severity: Severity,
  updates: readonly PostedUpdate[],
): ReadonlySet<number> {
  const earlier = updates.filter(({ id }) => id <= ends_at.after);
  const before = endOf({ value: null, after: 0 }, severity, earlier);
  return new Set([...before.reopened, ...endOf(ends_at, severity, updates).reopened]);
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
