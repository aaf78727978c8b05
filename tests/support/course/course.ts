import { corrected, sent } from "#tests/support/course/record.ts";
import {
  type Impact,
  latest,
  type Put,
  type Recorded,
  type Said,
} from "#tests/support/course/said.ts";

// The course of an incident by its definition, found the slow way: everything that was said is
// replayed up to one moment after the other. Times are whole seconds since 1970.

export type Course = {
  impacts: Impact[];
  type: string;
  starts: number;
  ends: number | null;
  services: number[];
  reopened: number | null;
  /** Why a maintenance has no plan. */
  off: Off;
};

type Off = "resolved" | "postponed" | null;

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
  off: Off;
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
const OFF = ["resolved", "postponed"] as const;
const STARTS = ["started", "essential"];

function begin(state: State): void {
  state.hasBegun = true;
  if (!state.off) state.on = new Map(state.last);
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
  const off = OFF.find((one) => one === type && isPlanned && !isTimed);
  const isStart = isPlanned && STARTS.includes(type) && !isTimed;
  return {
    ...{ at, turn, rank: 10 + id },
    ends: type === "resolved",
    reopens: !isPlanned && RELAPSES.includes(type),
    does(state) {
      if (off && !(state.hasBegun && !state.off && off === "resolved")) state.off = off;
      if (isStart && state.off) {
        state.off = null;
        begin(state);
      }
      if (this.ends) end(state, at, id);
      if (isSevere) sever(state, severity);
      if (this.reopens) reopen(state, at, id, turn);
      if (names) name(state, services);
    },
  };
}

// Assumption: an update that says it is over makes void what an exact record says of later, also
// after a relapse.
const isVoid = ({ reopened, enders }: State) => reopened !== null || enders.some((id) => id > 0);

function explicitEvents(exact: Put, recorded: Recorded): Event[] {
  const { impacts, begins, ends } = corrected(exact, recorded);
  const { turn } = exact;
  const start: Event = {
    ...{ at: begins, turn, rank: 1 },
    does(state) {
      state.hasBegun = true;
    },
  };
  const starts = impacts.map(
    ({ service, type, from }): Event => ({
      ...{ at: from, turn, rank: 1, reopens: true },
      does(state) {
        if (!this.reopens || isVoid(state)) return;
        state.had.set(service, type);
        state.on.set(service, type);
      },
    }),
  );
  const stops = impacts.flatMap(({ service, to }): Event[] =>
    to === null || to === ends
      ? []
      : [{ at: to, turn, rank: 0, does: (state) => cease(state, service) }],
  );
  const over = sent(exact).ends;
  const stop: Event = {
    ...{ at: over ?? 0, turn, rank: 0, ends: true },
    does(state, at) {
      if (this.ends && state.reopened === null) end(state, at);
    },
  };
  return [start, ...starts, ...stops, ...(over === null ? [] : [stop])];
}

function cease(state: State, service: number): void {
  if (state.reopened !== null) return;
  if (state.on.size === 1) state.last = new Map(state.on);
  state.on.delete(service);
}

function fresh({ puts }: Recorded): State {
  const exact = latest(puts, ({ impacts }) => impacts !== undefined);
  const set = latest(puts, (put) => put.type !== undefined && put.turn > (exact?.turn ?? -1));
  const type = set?.type ?? (exact && sent(exact).type) ?? "";
  const whole = latest(puts, (put) => Boolean(put.services) && !put.services_from);
  const isExact = (exact?.turn ?? 0) > (whole?.turn ?? 0);
  const ids = isExact ? exact?.impacts?.map(({ service }) => service) : whole?.services;
  const named = [...new Set(ids)];
  return {
    ...{ hasBegun: false, off: null, type, named, on: new Map(), had: new Map() },
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

/** `started` sets it, and so does `essential` before it; neither before what was set by hand. */
export function startOf({ puts, updates }: Recorded): number {
  const put = latest(puts, ({ starts }) => starts !== undefined);
  const timed = latest(puts, ({ starts, ends }) => starts !== undefined || ends !== undefined);
  let [start, isOff] = [put?.starts ?? 0, false];
  const inOrder = updates.toSorted((a, b) => a.at - b.at || a.id - b.id);
  for (const { type, at, turn, isDeleted } of inOrder) {
    if (isDeleted) continue;
    const hasBegun = !isOff && start <= at;
    const isStart = type === "started" || (type === "essential" && !hasBegun);
    if (isStart && turn >= (put?.turn ?? 0)) [start, isOff] = [at, false];
    const isLost = type === "postponed" || (type === "resolved" && !hasBegun);
    if (isLost && turn >= (timed?.turn ?? 0)) isOff = true;
  }
  return start;
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
  const first = exact && corrected(exact, recorded).begins;
  const isOff = final.off !== null;
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
    off: final.off,
  };
}
