import type { Severity } from "#lib/core/fields/severity.ts";
import { type Course, courseOf } from "#tests/support/course/course.ts";
import {
  beginOf,
  dayAfter,
  dayOf,
  daysBetween,
  lengthOf,
  type Span,
  spanOf,
  without,
} from "#tests/support/course/days.ts";
import {
  type ModelService,
  type Past,
  type Place,
  placesOf,
  visibleIn,
} from "#tests/support/course/places.ts";
import { type Impact, type Recorded, SEVERITIES, TYPES } from "#tests/support/course/said.ts";

// What a page says of its incidents and services at a moment, by definition: each figure is found
// by asking every stretch of time between two changes who suffers then. Seconds since 1970.

const WEIGHT: Record<Severity, number> = { major: 1, minor: 0.3, scheduled: 1 };

export type ModelIncident = Recorded & {
  name: string;
  id: number;
  affectsUptime: boolean;
  /** What deleted services suffered, as it was when they were deleted. */
  kept: Impact[];
};

/** Of a day of the zone that the page had. */
type Correction = { service: number; day: string; zone: string; seconds: number };

export type Page = {
  zone: string;
  now: number;
  services: ModelService[];
  /** The services as they were from a moment on, oldest first. */
  past: Past;
  incidents: ModelIncident[];
  corrections: Correction[];
};

export type Seconds = Record<Severity, number>;

export function worstOf(severities: readonly Severity[]): Severity | null {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? null;
}

export type Known = ModelIncident & { course: Course };

/** Whose impacts count at a moment. */
type Within = (at: number) => number[];
type Stretch = Span & { severities: Severity[] };

/** Whether it has no length. */
const isInstant = ({ isPlanned, course: { impacts, starts, ends } }: Known) =>
  impacts.length === 0 && starts === ends && !isPlanned;

const isAt = (at: number, { from, to }: { from: number; to: number | null }) =>
  from <= at && (to === null || to > at);

/** Impacts of what is there, and those kept of what is gone. */
function courseNow(incident: ModelIncident, { services }: Page): Course {
  const course = courseOf(incident);
  const there = course.impacts.filter(({ service }) => services.some(({ id }) => id === service));
  return { ...course, impacts: [...there, ...incident.kept] };
}

/** Every figure of a page as a visitor may ask for it. */
export class Figures {
  readonly page: Page;
  readonly today: string;
  readonly visible: Set<number>;
  readonly places: Place[];
  readonly known: Known[];
  /** Incidents that visitors see. */
  readonly seen: Known[];
  readonly counted: Known[];

  constructor(page: Page) {
    this.page = page;
    this.today = dayOf(page.now, page.zone);
    this.visible = visibleIn(page.services);
    this.places = placesOf(page.past);
    this.known = page.incidents.map((one) => ({ ...one, course: courseNow(one, page) }));
    this.seen = this.known.filter((one) => this.isSeen(one));
    this.counted = this.known.filter(({ affectsUptime }) => affectsUptime);
  }

  isThere(id: number): boolean {
    return this.page.services.some((one) => one.id === id);
  }

  // Assumption: an incident of which every service was deleted is seen still.
  isSeen({ course: { services, impacts } }: Known): boolean {
    const all = [...services, ...impacts.map(({ service }) => service)];
    const named = all.filter((id) => this.isThere(id));
    return named.length === 0 || named.some((id) => this.visible.has(id));
  }

  severityOf(type: string): Severity {
    return TYPES[type] ?? "major";
  }

  /** The part of a day that is over. */
  boundsOf(day: string): Span {
    const { zone, now } = this.page;
    return { from: beginOf(day, zone), to: Math.min(beginOf(dayAfter(day), zone), now) };
  }

  /** Services and all that was publicly below them at a moment. */
  withinAt(id: number, at: number): number[] {
    const below = this.places.filter(
      (one) => one.service.parent === id && !one.service.isPrivate && isAt(at, one),
    );
    return [id, ...below.flatMap(({ service }) => this.withinAt(service.id, at))];
  }

  bornOn(id: number): string {
    const place = this.places.find(({ service }) => service.id === id);
    return dayOf(place?.service.born ?? this.page.now, this.page.zone);
  }

  // Assumption: a child that was there for a part of a day was there on that day. One that was
  // never elsewhere is a child since it is known, and in what is older than its parent.
  childrenOn(id: number, day: string): number[] {
    const { zone } = this.page;
    const { from, to } = { from: beginOf(day, zone), to: beginOf(dayAfter(day), zone) };
    const children = this.places.filter((place) => {
      const { parent, isPrivate, id: child } = place.service;
      if (parent !== id || isPrivate || place.from >= to || place.to <= from) return false;
      return place.from > -Infinity || day < this.bornOn(id) || day >= this.knownSince(child);
    });
    return [...new Set(children.map(({ service }) => service.id))];
  }

  /** What these services suffer in each stretch of time between two changes. */
  stretches(ids: Within, among: readonly Known[], { from, to }: Span): Stretch[] {
    const impacts = among.flatMap(({ course }) => course.impacts);
    const moves = this.places.map((place) => place.from);
    const changes = [from, to, ...moves, ...impacts.flatMap((one) => [one.from, one.to ?? to])];
    const moments = [...new Set(changes)].filter((at) => at >= from && at <= to);
    moments.sort((a, b) => a - b);
    return moments.slice(1).map((end, index) => {
      const start = moments[index] ?? end;
      const within = ids(start);
      const now = impacts.filter((one) => within.includes(one.service) && isAt(start, one));
      return { from: start, to: end, severities: now.map(({ type }) => this.severityOf(type)) };
    });
  }

  secondsIn(ids: Within, among: readonly Known[], span: Span): Seconds {
    const seconds: Seconds = { major: 0, minor: 0, scheduled: 0 };
    for (const { from, to, severities } of this.stretches(ids, among, span)) {
      const worst = worstOf(severities);
      if (worst) seconds[worst] += to - from;
    }
    return seconds;
  }

  /** What a day's bar shows: of the service and of all while it was below it, counted or not. */
  barOn(id: number, day: string): Seconds {
    return this.secondsIn((at) => this.withinAt(id, at), this.known, this.boundsOf(day));
  }

  /** How many incidents a day's bar tells of; maintenance is none. */
  incidentsOn(id: number, day: string): number {
    const { from, to } = this.boundsOf(day);
    const moves = this.places.map((place) => place.from);
    const isHit = (service: number, at: number) => this.withinAt(id, at).includes(service);
    const touches = (impact: Impact) => {
      const [begin, end] = [Math.max(impact.from, from), Math.min(impact.to ?? to, to)];
      const moments = [begin, ...moves.filter((at) => at > begin)].filter((at) => at < end);
      return moments.some((at) => isHit(impact.service, at));
    };
    const isOn = ({ course, ...one }: Known) => {
      const { starts, services, impacts } = course;
      if (!isInstant({ course, ...one })) return impacts.some(touches);
      return starts >= from && starts < to && services.some((each) => isHit(each, starts));
    };
    return this.known.filter((one) => !one.isPlanned && isOn(one)).length;
  }

  /** What corrections say of a day, and the parts of it of which they say nothing. */
  correctionOn(id: number, day: string): { seconds: number; free: Span[] } {
    const { corrections, zone } = this.page;
    const mine = corrections.filter(({ service }) => service === id);
    const whole = spanOf(day, zone);
    const here = mine.find((one) => one.day === day && one.zone === zone);
    if (here) return { seconds: here.seconds, free: [] };
    // Assumption: in another zone a correction counts by overlap, in whole seconds, the last first.
    let [seconds, free] = [0, [whole]];
    for (const one of mine.filter((each) => each.zone !== zone).toReversed()) {
      const said = spanOf(one.day, one.zone);
      const left = free.flatMap((span) => without(span, said));
      seconds += (one.seconds * (lengthOf(free) - lengthOf(left))) / lengthOf([said]);
      free = left;
    }
    return { seconds: Math.round(seconds), free };
  }

  isCorrected(id: number, day: string): boolean {
    const { free } = this.correctionOn(id, day);
    return lengthOf(free) < lengthOf([spanOf(day, this.page.zone)]);
  }

  ownOn(id: number, day: string): number {
    const { seconds, free } = this.correctionOn(id, day);
    const { from, to } = this.boundsOf(day);
    return free.reduce((sum, span) => {
      const part = { from: Math.max(from, span.from), to: Math.min(to, span.to) };
      const found = this.secondsIn(() => [id], this.counted, part);
      return sum + SEVERITIES.reduce((all, each) => all + WEIGHT[each] * found[each], 0);
    }, seconds);
  }

  // Assumption: without anything on it or on what was below it at that time, a parent has no day.
  hasDay(id: number, day: string): boolean {
    const bar = this.barOn(id, day);
    const { from, to } = this.boundsOf(day);
    const isBad =
      SEVERITIES.some((severity) => bar[severity] > 0) ||
      this.known.filter(isInstant).some(({ course: { starts: at, services } }) => {
        return at >= from && at < to && services.some((one) => this.withinAt(id, at).includes(one));
      });
    return isBad || this.isCorrected(id, day) || this.isCorrectedBelow(id, day, []);
  }

  isCorrectedBelow(id: number, day: string, above: readonly number[]): boolean {
    return this.childrenOn(id, day).some((child) => {
      if (above.includes(child)) return false;
      const isOwn = this.isCorrected(child, day) && this.correctionOn(child, day).seconds > 0;
      return isOwn || this.isCorrectedBelow(child, day, [...above, id]);
    });
  }

  /** @param above who was passed on the way: two may have been below each other on one day */
  childrenMeanOn(id: number, day: string, above: readonly number[] = []): number {
    if (!this.hasDay(id, day)) return 0;
    const children = this.childrenOn(id, day).filter((child) => !above.includes(child));
    const below = children.map((child) => this.downtimeOn(child, day, [...above, id]));
    return below.reduce((sum, each) => sum + each, 0) / Math.max(1, below.length);
  }

  downtimeOn(id: number, day: string, above: readonly number[] = []): number {
    return Math.max(this.ownOn(id, day), this.childrenMeanOn(id, day, above));
  }

  // Assumption: what happened to a child while it was there is known of its parent too.
  knownSince(id: number): string {
    const { corrections, now, zone } = this.page;
    const moves = this.places.map(({ from }) => from);
    const impacts = this.known.flatMap(({ course }) => course.impacts);
    const instants = this.known.filter(isInstant).map(({ course }) => course);
    const suffered = impacts.flatMap((one) =>
      [one.from, ...moves].filter(
        (at) => isAt(at, one) && at <= now && this.withinAt(id, at).includes(one.service),
      ),
    );
    // Assumption: that it was down for no time is no news of a service.
    const corrected = corrections
      .filter(({ seconds }) => seconds > 0)
      .map(({ service, day, zone: of }) => ({ service, ...spanOf(day, of) }))
      .filter(({ service, from, to }) =>
        [from, ...moves].some(
          (at) => at >= from && at < to && this.withinAt(id, at).includes(service),
        ),
      );
    const days = [
      ...suffered.map((at) => dayOf(at, zone)),
      ...instants
        .filter(({ starts: at, services }) =>
          services.some((each) => at <= now && this.withinAt(id, at).includes(each)),
        )
        .map(({ starts }) => dayOf(starts, zone)),
      ...corrected.map(({ from }) => dayOf(from, zone)),
    ];
    return [this.bornOn(id), ...days].sort()[0] ?? "";
  }

  uptime(id: number, from: string) {
    const first = this.knownSince(id);
    const starts = beginOf(first > from ? first : from, this.page.zone);
    const days = daysBetween(from, this.today);
    const downtime = days.reduce((sum, day) => sum + this.downtimeOn(id, day), 0);
    return { starts, elapsed: this.page.now - starts, downtime };
  }

  /** The worst that these services suffer now. */
  stateOf(ids: readonly number[]): Severity | null {
    const { now } = this.page;
    const impacts = this.known.flatMap(({ course }) => course.impacts);
    const mine = impacts.filter((one) => ids.includes(one.service) && isAt(now, one));
    return worstOf(mine.map(({ type }) => this.severityOf(type)));
  }

  /** Whether nothing that it names is there any more. */
  isOrphan({ course }: Known): boolean {
    return !course.services.some((id) => this.isThere(id));
  }

  goesOn({ course: { starts, ends, off } }: Known): boolean {
    return !off && isAt(this.page.now, { from: starts, to: ends });
  }

  /** Whether visitors see it go on. Assumption: where one of what it names is visible, or gone. */
  isRunning(one: Known): boolean {
    const isNamed = one.course.services.some((id) => this.visible.has(id));
    return this.goesOn(one) && (isNamed || this.isOrphan(one));
  }

  /** The worst that visitors see of the page now. */
  state(): Severity | null {
    const orphans = this.seen.filter((one) => this.isOrphan(one) && this.isRunning(one));
    const types = orphans.map(({ course }) => this.severityOf(course.type));
    return worstOf([this.stateOf([...this.visible]) ?? [], types].flat());
  }

  // Assumption: what goes on only where visitors see nothing is not in feeds until it is over.
  inFeed(): Known[] {
    return this.seen.filter((one) => !this.goesOn(one) || this.isRunning(one));
  }

  /**
   * The incidents of a day. Assumption: what no service that is there suffered from counts as a
   * whole; of no length, on the day it began.
   */
  listedOn(day: string): Known[] {
    const { from, to } = spanOf(day, this.page.zone);
    const touches = (one: { from: number; to: number | null }) =>
      one.from < to &&
      one.from <= this.page.now &&
      (one.from >= from || one.to === null || one.to > from);
    return this.seen.filter(({ course: { impacts, starts, ends, off } }) => {
      const there = impacts.filter(({ service }) => this.isThere(service));
      if (off === "postponed") return false;
      if (there.length === 0) return touches({ from: starts, to: ends });
      return there.some((one) => this.visible.has(one.service) && touches(one));
    });
  }
}
