import type { Severity } from "#lib/core/fields/severity.ts";
import { assertAtMost } from "#lib/core/transaction/record-limits.ts";
import {
  counts,
  type Declared,
  type Impact,
  MAX_IMPACTS,
  type Times,
} from "#lib/incidents/declared.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { byTime, isRelapse, type Timed } from "#lib/incidents/state.ts";
import { earlierOf } from "#lib/platform/clock.ts";

export type PostedUpdate = {
  id: number;
  type: UpdateType;
  posted_at: string;
  service_ids?: readonly number[] | null;
};

export type Course = Timed & {
  type: string;
  /** The services named last. */
  service_ids: readonly number[];
  /** When it last began anew after its end. */
  reopened_at: string | null;
  /** By start, then service; none of a service overlap. */
  impacts: Impact[];
};

type Updates = readonly PostedUpdate[];

/** A time between an end and a relapse; `id`: the update that reopened the incident. */
type Gap = { id: number; from: string; to: string };
/** Updates entered before `by` do not reopen it. */
type End = { at: string | null; by: number };

function inOrder(updates: Updates): PostedUpdate[] {
  return updates.toSorted((a, b) => byTime(a, b) || a.id - b.id);
}

/**
 * The first `resolved` after the last relapse ends the incident, unless an earlier end was
 * declared. An update reopens only if the `resolved` before it was entered first: a back-dated
 * `resolved` already takes it into account. A declared end corrects gaps that it is in or before, and
 * leaves earlier ones as they were.
 */
function endOf(
  { ends_at: { before = [], ...last }, impacts }: Declared,
  severity: Severity,
  updates: Updates,
): { end: End; gaps: Gap[] } {
  // An exact record says by itself what happened before.
  const steps = [...(impacts ? [] : [{ value: null, after: 0 }]), ...before, last];
  const stepOf = ({ id }: PostedUpdate) => steps.findLastIndex((step) => counts(step, id));
  const saidIn = Map.groupBy(inOrder(updates), stepOf);
  let gaps: Gap[] = [];
  let end: End = { at: last.value, by: last.after };
  for (const [index, { value, after }] of steps.entries()) {
    end = { at: value, by: after };
    if (value !== null) gaps = gaps.filter(({ to }) => to <= value);
    for (const update of saidIn.get(index) ?? []) {
      const { id, type, posted_at } = update;
      const entered = Math.max(id, after + 0.5);
      const isAgain = severity !== "scheduled" && entered > end.by && isRelapse(update, end.at);
      if (isAgain) {
        gaps.push({ id, from: end.at ?? posted_at, to: posted_at });
        end = { at: null, by: end.by };
      } else if (type === "resolved") {
        const isEarlier = end.at === null || posted_at < end.at;
        end = isEarlier
          ? { at: posted_at, by: entered }
          : { ...end, by: Math.min(end.by, entered) };
      }
    }
  }
  return { end, gaps };
}

/** Ids of the updates that reopened an incident. */
export function reopeningsOf(
  declared: Declared,
  severity: Severity,
  updates: Updates,
): ReadonlySet<number> {
  return new Set(endOf(declared, severity, updates).gaps.map(({ id }) => id));
}

type Change<T> = { at: string; value: T };

export const SEVERITY_AFTER: Partial<Record<UpdateType, Severity>> = {
  escalate: "major",
  deescalate: "minor",
};

function typeChanges({ type: declared }: Declared, updates: Updates): Change<string>[] {
  return inOrder(updates.filter(({ id }) => counts(declared, id))).flatMap(
    ({ type, posted_at: at }) => {
      const value = SEVERITY_AFTER[type];
      return value === undefined ? [] : [{ at, value }];
    },
  );
}

function serviceChanges({ service_ids }: Declared, updates: Updates): Change<readonly number[]>[] {
  const declared = service_ids?.changes?.map(({ after, ...change }) => {
    return { ...change, order: after + 0.5 };
  });
  const posted = updates.flatMap(({ id, posted_at: at, service_ids: value }) =>
    value?.length && (!service_ids || counts(service_ids, id)) ? [{ at, value, order: id }] : [],
  );
  return [...(declared ?? []), ...posted].toSorted((a, b) => {
    const earlier = Number(a.at > b.at) - Number(a.at < b.at);
    return earlier || a.order - b.order;
  });
}

function lastUntil<T>(changes: readonly Change<T>[], at: string): T | undefined {
  return changes.findLast((change) => change.at <= at)?.value;
}

type Outline = Times & {
  gaps: readonly Gap[];
  base: { service_ids: readonly number[]; type: string };
  /** An exact record, if there is one. */
  recorded: readonly Impact[] | undefined;
  types: readonly Change<string>[];
  services: readonly Change<readonly number[]>[];
};

function isDuring(at: string, from: string, to: string | null): boolean {
  return from <= at && (to === null || at < to);
}

/** The moments of an incident at which anything may change. */
function momentsOf({ starts_at, ends_at, gaps, recorded, types, services }: Outline): string[] {
  const all = [
    starts_at,
    ...gaps.flatMap(({ from, to }) => [from, to]),
    ...(recorded ?? []).flatMap((impact) => [impact.starts_at, impact.ends_at ?? starts_at]),
    ...types.map(({ at }) => at),
    ...services.map(({ at }) => at),
  ];
  return [...new Set(all)].filter((at) => isDuring(at, starts_at, ends_at)).sort();
}

function affectedAt({ base, recorded }: Outline, at: string): readonly number[] {
  if (!recorded) return base.service_ids;
  const covering = recorded.filter((one) => isDuring(at, one.starts_at, one.ends_at));
  return covering.map(({ service_id }) => service_id);
}

/** By service and moment: what was said last, of all or, in an exact record, of the service. */
function typesOf({ base, types, recorded = [] }: Outline): (id: number, at: string) => string {
  const byService = Map.groupBy(recorded.toSorted(bySpan), ({ service_id }) => service_id);
  return (id, at) => {
    const own = byService.get(id)?.findLast(({ starts_at }) => starts_at <= at);
    const change = types.findLast((one) => one.at <= at);
    if (own && change && change.at < own.starts_at) return own.type;
    return change?.value ?? own?.type ?? base.type;
  };
}

/** @throws {AppError} `invalid` on `base` beyond `MAX_IMPACTS` */
function impactsOf(outline: Outline): Impact[] {
  const { gaps, services, ends_at } = outline;
  const moments = momentsOf(outline);
  const typeOf = typesOf(outline);
  const impacts: Impact[] = [];
  const latest = new Map<number, Impact>();
  const first = affectedAt(outline, outline.starts_at);
  let last = first.length > 0 ? first : outline.base.service_ids;
  let isRelapsed = false;
  for (const [index, from] of moments.entries()) {
    isRelapsed ||= gaps.some(({ to }) => to === from);
    if (gaps.some((gap) => isDuring(from, gap.from, gap.to))) continue;
    const to = moments[index + 1] ?? ends_at;
    // A relapse concerns the services affected last.
    const running = lastUntil(services, from) ?? (isRelapsed ? last : affectedAt(outline, from));
    if (running.length > 0) last = running;
    for (const service_id of running) {
      const type = typeOf(service_id, from);
      const before = latest.get(service_id);
      if (before?.ends_at === from && before.type === type) {
        before.ends_at = to;
        continue;
      }
      const impact = { service_id, type, starts_at: from, ends_at: to };
      latest.set(service_id, impact);
      impacts.push(impact);
    }
    assertAtMost(impacts.length, MAX_IMPACTS);
  }
  return impacts;
}

function bySpan(a: Impact, b: Impact): number {
  if (a.starts_at !== b.starts_at) return a.starts_at < b.starts_at ? -1 : 1;
  return a.service_id - b.service_id;
}

function incidentIn(starts_at: string, ends_at: string | null): Timed {
  return { starts_at: earlierOf(starts_at, ends_at ?? starts_at), ends_at, plan: null };
}

/**
 * `resolved` before the start calls a maintenance off and `postponed` takes its plan away, until
 * times declared after them or `started` bring it back. Without a plan it keeps its planned times.
 */
function maintenanceIn(declared: Declared, updates: Updates): Timed {
  const { starts_at, ends_at } = declared;
  const isNewer = (id: number) => counts(starts_at, id) && counts(ends_at, id);
  const planned = { starts_at: starts_at.value, ends_at: ends_at.value };
  let now: Timed = { ...planned, plan: null };
  for (const { id, type, posted_at } of inOrder(updates)) {
    const hasBegun = now.plan === null && now.starts_at <= posted_at;
    const isStart = type === "started" || (type === "essential" && !hasBegun);
    if (isStart && counts(starts_at, id)) now = { ...now, starts_at: posted_at, plan: null };
    else if (type === "postponed" && isNewer(id)) now = { ...planned, plan: "postponed" };
    else if (type === "resolved" && hasBegun && counts(ends_at, id))
      now.ends_at = now.ends_at === null || posted_at < now.ends_at ? posted_at : now.ends_at;
    else if (type === "resolved" && !hasBegun && isNewer(id))
      now = { ...planned, plan: "called_off" };
  }
  return { ...now, starts_at: earlierOf(now.starts_at, now.ends_at ?? now.starts_at) };
}

/**
 * An incident's impact on each service over time: what the operator declared, changed by
 * the updates in the order of their times (ties: id). A maintenance without a plan does nothing.
 * @param linked the services of an incident whose services have never changed
 */
export function courseOf(
  declared: Declared,
  severity: Severity,
  updates: Updates,
  linked: readonly number[],
): Course {
  const { end, gaps } = endOf(declared, severity, updates);
  const { starts_at, ends_at, plan } =
    severity === "scheduled"
      ? maintenanceIn(declared, updates)
      : incidentIn(declared.starts_at.value, end.at);
  const types = typeChanges(declared, updates);
  const services = serviceChanges(declared, updates);
  const service_ids = declared.service_ids?.value ?? linked;
  const type = types.at(-1)?.value ?? declared.type.value;
  // A start declared within a gap corrects it.
  const left = gaps.filter(({ from }) => from >= starts_at);
  const base = { service_ids, type: declared.type.value };
  // An exact record is void for the time after a resolution.
  const recorded = declared.impacts?.filter((one) => one.starts_at <= (left[0]?.from ?? "9"));
  const outline = { type, starts_at, ends_at, gaps: left, base, recorded, types, services };
  return {
    type,
    starts_at,
    ends_at,
    service_ids: services.at(-1)?.value ?? service_ids,
    reopened_at:
      left
        .map(({ to }) => to)
        .sort()
        .at(-1) ?? null,
    plan,
    impacts: plan === null ? impactsOf(outline).sort(bySpan) : [],
  };
}
