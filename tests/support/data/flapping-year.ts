import { type Action, actionOn } from "#lib/monitoring/automation/rules.ts";
import {
  type CheckRules,
  type CheckState,
  type Outcome,
  step,
  UNKNOWN,
} from "#lib/monitoring/checks/confirm.ts";
import { generator, type Random } from "#tests/support/data/random.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIMEOUT = 10 * SECOND;
/** From a verdict to its incident: a job that comes at once. */
const JOB = SECOND;
const RULES: CheckRules = { retries: null, confirmations: null };

type Span = { from: number; to: number };

/** What happened to a service in that time, in ms since it began. */
type Recording = {
  days: number;
  /** When it did not answer. */
  outages: Span[];
  /** When its answers took seconds, and were still in time. */
  slow: Span[];
  /** When the monitor's own network was gone. */
  offline: Span[];
  /** Of how many minutes' checks one request was lost, though nothing was wrong. */
  losses: number;
  /** Where in its minute it is checked. */
  place: number;
  seed: number;
};

/** Spans so many in all, never nearer than a quarter of an hour to each other or to others. */
function spans(
  random: Random,
  days: number,
  count: number,
  lengthOf: () => number,
  others: Span[],
) {
  const made: Span[] = [];
  while (made.length < count) {
    const from = Math.floor(random() * days * DAY);
    const to = from + lengthOf();
    const isFree = [...made, ...others].every(
      (other) => to + 15 * MINUTE < other.from || other.to + 15 * MINUTE < from,
    );
    if (isFree && to < days * DAY - HOUR) made.push({ from, to });
  }
  return made.sort((a, b) => a.from - b.from);
}

/** Days of a service that flaps, made by a seed: the same seed makes the same days. */
export function record(seed: number, days: number): Recording {
  const random = generator(seed);
  const between = (least: number, most: number) => least * (most / least) ** random();
  const place = Math.floor(random() * MINUTE);
  const outages = spans(
    random,
    days,
    Math.max(2, Math.round(days / 9)),
    () => Math.floor(between(2 * MINUTE, 3 * HOUR)),
    [],
  );
  const offline = spans(
    random,
    days,
    Math.max(1, Math.round(days / 60)),
    () => Math.floor(between(MINUTE, HOUR)),
    outages,
  );
  const slow = spans(
    random,
    days,
    Math.max(2, Math.round(days / 3)),
    () => Math.floor(between(MINUTE, 20 * MINUTE)),
    [...outages, ...offline],
  );
  return { days, outages, slow, offline, losses: 400, place, seed: seed + 1 };
}

function isIn(list: readonly Span[], at: number): boolean {
  return list.some(({ from, to }) => from <= at && at < to);
}

/** Spans of which only those near a moment are looked at; moments do not run backwards. */
class Cursor {
  #next = 0;
  readonly #spans: readonly Span[];
  constructor(list: readonly Span[]) {
    this.#spans = list;
  }
  has(at: number): boolean {
    while ((this.#spans[this.#next]?.to ?? Number.POSITIVE_INFINITY) <= at) this.#next += 1;
    return isIn(this.#spans.slice(this.#next, this.#next + 1), at);
  }
}

type Answer = { outcome: Outcome; took: number };

function answerer({ outages, slow, offline, losses, seed }: Recording) {
  const random = generator(seed);
  const [down, late, gone] = [new Cursor(outages), new Cursor(slow), new Cursor(offline)];
  let wasLost = false;
  return (at: number): Answer => {
    if (down.has(at)) return { outcome: "down", took: random() < 0.5 ? TIMEOUT : SECOND };
    if (gone.has(at)) return { outcome: "none", took: TIMEOUT };
    const isLost = !wasLost && random() < 1 / losses;
    wasLost = isLost;
    if (isLost) return { outcome: "down", took: TIMEOUT };
    return { outcome: "up", took: late.has(at) ? random() * 0.9 * TIMEOUT : 200 };
  };
}

type Opened = { starts_at: number; opened_at: number; ended_at: number | null };

/** The incidents that checks of each minute, our confirmation and our rules make of a recording. */
export function replay(recording: Recording, rules = RULES): Opened[] {
  const random = generator(recording.seed + 1);
  const answer = answerer(recording);
  const incidents: Opened[] = [];
  let state: CheckState = UNKNOWN;
  let current: Opened | null = null;
  let at = recording.place;
  for (let minute = recording.place; at < recording.days * DAY; ) {
    const { outcome, took } = answer(at);
    const { state: next, verdict, again } = step(state, { outcome, at_ms: at }, rules);
    state = next;
    if (verdict) {
      const action: Action = actionOn({
        is_up: verdict.is_up,
        auto_incident: true,
        is_paused: false,
        is_known: current !== null,
        group: null,
      });
      const told_at = at + took + JOB;
      if (action === "open") {
        current = { starts_at: verdict.since_ms, opened_at: told_at, ended_at: null };
        incidents.push(current);
      }
      if (action === "recover" && current) {
        current.ended_at = told_at;
        current = null;
      }
    }
    while (minute <= at) minute += MINUTE;
    const soon = at + took + 10 * SECOND * (1 + random());
    at = again ? Math.min(minute, Math.max(soon, at + SECOND)) : minute;
  }
  return incidents;
}

type Judged = { real: number; found: number; slowest_s: number; false_alarms: number };

/** How a replay did: each real outage has one incident, and each incident an outage. */
export function judge({ outages }: Recording, incidents: readonly Opened[]): Judged {
  const belongs = ({ from, to }: Span, { starts_at }: Opened) =>
    from <= starts_at && starts_at < to;
  const delays = outages.flatMap((outage) => {
    const own = incidents.filter((incident) => belongs(outage, incident));
    return own.length === 1 && own[0] ? [(own[0].opened_at - outage.from) / SECOND] : [];
  });
  const real = incidents.filter((incident) => outages.some((one) => belongs(one, incident)));
  return {
    real: outages.length,
    found: delays.length,
    slowest_s: Math.max(0, ...delays),
    false_alarms: incidents.length - real.length,
  };
}
