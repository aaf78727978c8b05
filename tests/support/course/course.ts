import type { Severity } from "#lib/core/fields/severity.ts";

// The course of an incident by its definition, found the slow way: everything that was said is
// replayed up to one moment after the other. Times are whole seconds since 1970.

/** The types of a page, two of its own among them. */
export const TYPES: Record<string, Severity> = {
  ...{ major: "major", minor: "minor", scheduled: "scheduled" },
  ...{ slow: "minor", broken: "major" },
};

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ["major", "minor", "scheduled"];

const rankOf = ({ type }: Impact) => SEVERITIES.indexOf(TYPES[type] ?? "major");

/** `to` null: while it lasts. */
export type Impact = { service: number; type: string; from: number; to: number | null };

export type Said = {
  id: number;
  /** When it was said or last changed, among all that was done. */
  turn: number;
  type: string;
  at: number;
  services: number[] | null;
  isDeleted: boolean;
};

/** Fields set by hand; the first is the creation. */
export type Put = {
  turn: number;
  type?: string;
  starts?: number;
  ends?: number | null;
  services?: number[];
  /** From when the services count, where they do not count throughout. */
  services_from?: number;
  impacts?: Impact[];
};

export type Recorded = { isPlanned: boolean; puts: Put[]; updates: Said[] };

export type Course = {
  impacts: Impact[];
  type: string;
  starts: number;
  ends: number | null;
  services: number[];
  reopened: number | null;
  isCalledOff: boolean;
};

type Event = {
  at: number;
  turn: number;
  /** Of what happens in the same second, what comes first. */
  rank: number;
  does: (state: State, at: number) => void;
  /** What a later correction of the end takes away. */
  ends?: boolean;
  reopens?: boolean;
};

type State = {
  hasBegun: boolean;
  isCalledOff: boolean;
  type: string;
  named: number[];
  /** Who suffers, from what. */
  on: Map<number, string>;
  /** Who suffered last, or is to suffer at the start. */
  last: Map<number, string>;
  /** What an exact record says each suffered last. */
  had: Map<number, string>;
  ended: number | null;
  /** The updates that said since the last reopening that it is over; 0: a time set by hand. */
  enders: number[];
  reopened: number | null;
  /** The turn of what reopened it. */
  reopener: number;
};

const RELAPSES = ["investigating", "issue", "identified", "monitoring", "escalate", "deescalate"];
const SEVERITY: Record<string, string> = { escalate: "major", deescalate: "minor" };
const STARTS = ["started", "essential"];

function begin(state: State): void {
  state.hasBegun = true;
  if (!state.isCalledOff) state.on = new Map(state.last);
}

function end(state: State, at: number, by = 0): void {
  const isOver = !state.hasBegun || state.enders.length > 0;
  state.enders.push(by);
  if (state.on.size > 0) state.last = new Map(state.on);
  if (state.on.size > 0 || !isOver) state.ended = at;
  state.on.clear();
}

// Assumption: only who could know of an end reopens. What was said before a resolution was entered
// for an earlier time is no relapse.
function reopen(state: State, at: number, by: number, turn: number): void {
  if (!state.hasBegun || state.on.size > 0 || state.enders.every((ender) => ender > by)) return;
  state.enders = [];
  state.on = new Map(state.last);
  state.reopened = at;
  state.reopener = turn;
}

function sever(state: State, type: string): void {
  state.type = type;
  state.had.clear();
  for (const affected of [state.on, state.last])
    for (const id of affected.keys()) affected.set(id, type);
}

function name(state: State, ids: readonly number[]): void {
  // Assumption: who is added again suffers what an exact record says it suffered last.
  const typeOf = (id: number) => state.on.get(id) ?? state.had.get(id) ?? state.type;
  const affected = new Map(ids.map((id) => [id, typeOf(id)]));
  state.named = [...ids];
  // Assumption: who is named while nothing goes on suffers in a later relapse.
  if (state.on.size > 0) state.on = affected;
  else state.last = affected;
}

function latest<T extends { turn: number }>(all: readonly T[], is: (one: T) => boolean) {
  return all.filter(is).toSorted((a, b) => b.turn - a.turn)[0];
}

/** What an update does, in the light of what was corrected by hand after it was said. */
function eventOf(said: Said, { puts, isPlanned }: Recorded): Event {
  const { id, turn, type, at, services } = said;
  // Assumption: a correction overrules what was said before it, not what is said afterwards.
  const isOverruled = (is: (put: Put) => boolean) => puts.some((put) => put.turn > turn && is(put));
  const severity = SEVERITY[type];
  const isSevere = severity && !isOverruled((put) => put.type !== undefined);
  const names = services && !isOverruled((put) => Boolean(put.services) && !put.services_from);
  const isTimed = isOverruled(({ starts, ends }) => starts !== undefined || ends !== undefined);
  // Assumption: new times bring back what was called off, as they do what was postponed.
  const takesPlan = isPlanned && ["resolved", "postponed"].includes(type) && !isTimed;
  const isStart = isPlanned && STARTS.includes(type) && !isTimed;
  return {
    ...{ at, turn, rank: 10 + id },
    ends: type === "resolved",
    reopens: !isPlanned && RELAPSES.includes(type),
    does(state) {
      if (takesPlan && !(state.hasBegun && type === "resolved")) state.isCalledOff = true;
      if (isStart && (state.isCalledOff || !state.hasBegun)) {
        state.isCalledOff = false;
        begin(state);
      }
      if (this.ends) end(state, at, id);
      if (isSevere) sever(state, severity);
      if (this.reopens) reopen(state, at, id, turn);
      if (names) name(state, services);
    },
  };
}

/** The impacts of who suffers last, the worst first, whose type is the incident's. */
function lastOf(impacts: readonly Impact[]): Impact[] {
  const ends = Math.max(...impacts.map(({ to }) => to ?? Infinity));
  return impacts
    .filter(({ to }) => (to ?? Infinity) === ends)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Impacts as they were sent, with what was corrected by hand afterwards. */
function corrected({ impacts = [], turn }: Put, { puts }: Recorded): Impact[] {
  const later = puts.filter((put) => put.turn > turn);
  const type = latest(later, (put) => put.type !== undefined)?.type;
  const start = latest(later, ({ starts }) => starts !== undefined)?.starts;
  const named = latest(later, (put) => Boolean(put.services) && !put.services_from)?.services;
  const first = Math.min(...impacts.map(({ from }) => from));
  const [last] = lastOf(impacts);
  // Assumption: who is named afterwards suffered all the time, from what was suffered last.
  const added = (named ?? [])
    .filter((id) => !impacts.some(({ service }) => service === id))
    .map((service) => ({ service, type: last?.type ?? "", from: first, to: last?.to ?? null }));
  return [...impacts, ...added]
    .filter(({ service }) => named?.includes(service) ?? true)
    .map((one) => {
      const from = one.from === first ? (start ?? first) : Math.max(one.from, start ?? first);
      return { ...one, type: type ?? one.type, from };
    })
    .filter(({ from, to }) => to === null || to > from);
}

function explicitEvents(exact: Put, recorded: Recorded): Event[] {
  const impacts = corrected(exact, recorded);
  const last = lastOf(impacts);
  return impacts.flatMap((impact) => {
    const { service, type, from, to } = impact;
    const begins: Event = {
      ...{ at: from, turn: exact.turn, rank: 1, reopens: true },
      does(state) {
        state.hasBegun = true;
        const isOver = state.enders.some((id) => id > 0);
        state.had.set(service, type);
        if (this.reopens && !isOver) state.on.set(service, type);
      },
    };
    const isLast = last.includes(impact);
    const ceases: Event = {
      ...{ at: to ?? 0, turn: exact.turn, rank: 0, ends: isLast },
      does(state, at) {
        if (isLast && !this.ends) return;
        if (isLast) end(state, at);
        if (state.on.size === 1) state.last = new Map(state.on);
        state.on.delete(service);
      },
    };
    return to === null ? [begins] : [begins, ceases];
  });
}

function fresh({ puts }: Recorded): State {
  const exact = latest(puts, ({ impacts }) => impacts !== undefined);
  const set = latest(puts, (put) => put.type !== undefined && put.turn > (exact?.turn ?? -1));
  const [last] = lastOf(exact?.impacts ?? []);
  const type = set?.type ?? last?.type ?? "";
  const whole = latest(puts, (put) => Boolean(put.services) && !put.services_from);
  const isExact = (exact?.turn ?? 0) > (whole?.turn ?? 0);
  const ids = isExact ? exact?.impacts?.map(({ service }) => service) : whole?.services;
  const named = [...new Set(ids)];
  return {
    ...{ hasBegun: false, isCalledOff: false, type, named, on: new Map(), had: new Map() },
    ...{
      last: new Map(named.map((id) => [id, type])),
      ended: null,
      enders: [],
      reopened: null,
      reopener: 0,
    },
  };
}

function replay(events: readonly Event[], recorded: Recorded, until: number): State {
  const state = fresh(recorded);
  const inOrder = events
    .filter(({ at }) => at <= until)
    .toSorted((a, b) => a.at - b.at || a.rank - b.rank);
  for (const event of inOrder) event.does(state, event.at);
  return state;
}

/** Ends at a time set by hand; a relapse after it, or an end said since the relapse before, goes. */
function correctEnd(events: Event[], put: Put, recorded: Recorded): Event[] {
  const { ends = null, turn } = put;
  const before = events.filter((event) => event.turn <= turn);
  const { reopened } = replay(before, recorded, ends === null ? Infinity : ends - 1);
  for (const event of before) {
    if (event.at > (reopened ?? -Infinity)) event.ends = false;
    if (ends !== null && event.at >= ends) event.reopens = false;
  }
  if (ends === null) return events;
  const last: Event = {
    ...{ at: ends, turn, rank: 2, ends: true },
    does(state) {
      // Reopened means open, whatever end was foreseen before.
      if (this.ends && state.reopener <= turn) end(state, ends);
    },
  };
  return [...events, last];
}

export function startOf({ puts, updates }: Recorded): number {
  const put = latest(puts, ({ starts }) => starts !== undefined);
  const [said] = updates
    .filter(({ type, isDeleted }) => !isDeleted && STARTS.includes(type))
    .filter(({ turn }) => turn >= (put?.turn ?? 0))
    .toSorted((a, b) => b.at - a.at || b.id - a.id);
  return said?.at ?? put?.starts ?? 0;
}

function eventsOf(recorded: Recorded): Event[] {
  const { puts, updates } = recorded;
  const exact = latest(puts, ({ impacts }) => impacts !== undefined);
  const since = puts.filter(({ turn }) => turn >= (exact?.turn ?? 0));
  const start: Event = { at: startOf(recorded), turn: 0, rank: 1, does: begin };
  const said = updates
    .filter(({ isDeleted, turn }) => !isDeleted && turn >= (exact?.turn ?? 0))
    .map((update) => eventOf(update, recorded));
  const whole = latest(puts, (put) => Boolean(put.services) && !put.services_from);
  const named = since.flatMap(({ services, services_from: at, turn }): Event[] =>
    services && at && turn > (whole?.turn ?? 0)
      ? [{ at, turn, rank: 10, does: (state) => name(state, services) }]
      : [],
  );
  const first = exact ? explicitEvents(exact, recorded) : [start];
  return since
    .filter(({ ends }) => ends !== undefined)
    .toSorted((a, b) => a.turn - b.turn)
    .reduce((events, put) => correctEnd(events, put, recorded), [...first, ...said, ...named]);
}

function impactsOf(events: readonly Event[], recorded: Recorded): Impact[] {
  const moments = [...new Set(events.map(({ at }) => at))].sort((a, b) => a - b);
  const impacts: Impact[] = [];
  for (const [index, from] of moments.entries()) {
    const to = moments[index + 1] ?? null;
    for (const [service, type] of replay(events, recorded, from).on) {
      const before = impacts.find((one) => one.service === service && one.to === from);
      if (before?.type === type) before.to = to;
      else impacts.push({ service, type, from, to });
    }
  }
  return impacts;
}

export function courseOf(recorded: Recorded): Course {
  const events = eventsOf(recorded);
  const final = replay(events, recorded, Infinity);
  const exact = latest(recorded.puts, ({ impacts }) => impacts !== undefined);
  const first = exact && Math.min(...corrected(exact, recorded).map(({ from }) => from));
  const isOff = final.isCalledOff;
  const plannedEnd = latest(recorded.puts, ({ ends }) => ends !== undefined)?.ends ?? null;
  const plannedStart = latest(recorded.puts, ({ starts }) => starts !== undefined)?.starts ?? 0;
  const starts = isOff ? plannedStart : (first ?? startOf(recorded));
  const ended = final.on.size > 0 ? null : final.ended;
  return {
    impacts: isOff ? [] : impactsOf(events, recorded),
    type: final.type,
    starts,
    ends: isOff ? plannedEnd : ended,
    services: final.named,
    reopened: final.reopened,
    isCalledOff: isOff,
  };
}
