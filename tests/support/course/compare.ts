import { getIncident } from "#lib/incidents/read.ts";
import { feedItems } from "#lib/site/feeds/items.ts";
import { loadFeed } from "#lib/site/feeds/read.ts";
import { readSnapshot, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { DOCUMENTS } from "#lib/site/statuspage-json/documents.ts";
import type { ServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { readServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { viewOf } from "#lib/site/view/view.ts";
import { courseOf } from "#tests/support/course/course.ts";
import { dayOf, daysBetween } from "#tests/support/course/days.ts";
import { Figures, type Known, type Page, worstOf } from "#tests/support/course/page.ts";
import type { ModelService } from "#tests/support/course/places.ts";
import { type World, wire } from "#tests/support/course/world.ts";
import { visitorGrant } from "#tests/support/data/incidents.ts";

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
const wired = (at: number | null) => (at === null ? null : wire(at));
const DAY = 86_400;

type Names = (id: number) => string;

function namesOf(named: readonly { id: number; name: string }[]): Names {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `?${id}`;
}

const servicesOf = ({ past, services }: Page) =>
  namesOf([...past.flatMap((version) => version.services), ...services]);

/** What is said, by what it is said of, in the words of the model and of the page. */
type Lines = Record<string, unknown>;

function modelIncident({ course }: Known, page: Page): Lines {
  const names = servicesOf(page);
  const alive = new Set(page.services.map(({ id }) => id));
  // Assumption: an answer names no service that is gone.
  const impacts = course.impacts
    .filter(({ service }) => alive.has(service))
    .map(({ service, type, from, to }) => `${names(service)} ${type} ${wire(from)} ${wired(to)}`);
  return {
    type: course.type,
    starts_at: wire(course.starts),
    ends_at: wired(course.ends),
    services: course.services
      .filter((id) => alive.has(id))
      .map(names)
      .toSorted(),
    reopened_at: wired(course.reopened),
    impacts: impacts.toSorted(),
  };
}

async function readIncident({ ctx, page, model }: World, incident_id: number): Promise<Lines> {
  const names = servicesOf(model);
  const told = await getIncident(ctx, { ...page, incident_id });
  const { type, starts_at, ends_at, service_ids, reopened_at, impacts } = told;
  return {
    ...{ type, starts_at, ends_at, reopened_at },
    services: service_ids.map(names).toSorted(),
    impacts: impacts
      .map((one) => `${names(one.service_id)} ${one.type} ${one.starts_at} ${one.ends_at}`)
      .toSorted(),
  };
}

function modelPeriods(told: Figures, id: number, day: string): string[] {
  const periods: string[] = [];
  for (const { from, to, severities } of told.stretches(
    () => [id],
    told.counted,
    told.boundsOf(day),
  )) {
    const worst = worstOf(severities);
    if (worst) periods.push(`${worst} ${wire(from)} ${wire(to)}`);
  }
  return merged(periods);
}

/** Neighboring periods of the same severity as one, whatever the incident. */
function merged(periods: readonly string[]): string[] {
  const joined: string[] = [];
  for (const period of periods.toSorted((a, b) => (a.slice(-19) < b.slice(-19) ? -1 : 1))) {
    const [severity, from, to] = period.split(" ");
    const last = joined.at(-1)?.split(" ");
    if (last?.[0] === severity && last?.[2] === from)
      joined[joined.length - 1] = `${severity} ${last?.[1]} ${to}`;
    else joined.push(period);
  }
  return joined;
}

function modelUptime(told: Figures, id: number, from: string): Lines {
  const { starts, elapsed, downtime } = told.uptime(id, from);
  const days = daysBetween(from, told.today)
    .filter((day) => told.downtimeOn(id, day) > 0)
    .map((day) => [
      day,
      ...[told.downtimeOn(id, day), told.ownOn(id, day), told.childrenMeanOn(id, day)].map(round),
      ...modelPeriods(told, id, day),
    ]);
  return { starts: wire(starts), elapsed, downtime: round(downtime), days };
}

function uptimeLines({ starts_at, elapsed_seconds, downtime_seconds, days }: ServiceUptime): Lines {
  return {
    ...{ starts: starts_at, elapsed: elapsed_seconds, downtime: downtime_seconds },
    days: days
      .filter((one) => one.downtime_seconds > 0)
      .map((one) => [
        ...[one.day, one.downtime_seconds, one.own_downtime_seconds, one.children_downtime_seconds],
        ...merged((one.periods ?? []).map((p) => `${p.severity} ${p.starts_at} ${p.ends_at}`)),
      ])
      .toReversed(),
  };
}

type Bar = [day: string, ...counts: number[]];
type Bars = PublicService["days"];

function barLines(days: Bars, from: string): Bar[] {
  return days
    .filter(({ day }) => day >= from)
    .map((one): Bar => {
      const { major_seconds, minor_seconds, maintenance_seconds, incidents } = one;
      return [one.day, major_seconds, minor_seconds, maintenance_seconds, incidents];
    })
    .filter(([, ...counts]) => counts.some((count) => count !== 0))
    .toSorted((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}

function modelBars(told: Figures, id: number, from: string): Bar[] {
  const days = daysBetween(from, told.today).map((day): Bar => {
    const { major, minor, scheduled } = told.barOn(id, day);
    return [day, major, minor, scheduled, told.incidentsOn(id, day)];
  });
  return days.filter(([, ...counts]) => counts.some((count) => count !== 0));
}

/** Days of which nothing was corrected: what a correction does to a bar is not in question here. */
const isMeasured = (told: Figures) => (day: string) =>
  !told.page.corrections.some(({ service }) => told.isCorrected(service, day));

function modelService(told: Figures, page: Page, { id }: ModelService, from: string): Lines {
  const recent = dayOf(page.now - 2 * DAY, page.zone);
  return {
    state: told.stateOf(told.withinAt(id, page.now)),
    known: told.knownSince(id),
    uptime: modelUptime(told, id, from),
    lately: modelUptime(told, id, recent),
    bars: modelBars(told, id, from).filter(([day]) => isMeasured(told)(day)),
  };
}

async function readService(world: World, snapshot: Snapshot, id: number, from: string) {
  const { page, visitor, model } = world;
  const target = { ...page, service_id: id };
  const recent = dayOf(model.now - 2 * DAY, model.zone);
  const service = snapshot.by_id.get(id);
  return {
    state: service?.state?.severity ?? null,
    known: service?.first_day,
    uptime: uptimeLines(await readServiceUptime(visitor, target, { from })),
    lately: uptimeLines(await readServiceUptime(visitor, target, { from: recent })),
    bars: barLines(service?.days ?? [], from).filter(([day]) =>
      isMeasured(new Figures(model))(day),
    ),
  };
}

/** The newest incidents of a day that the page lists. */
const MAX_LISTED = 5;
const byStart = (a: Known, b: Known) => b.course.starts - a.course.starts || b.id - a.id;

const byName = (names: readonly string[]) => names.toSorted().join(" ");

function modelPage(told: Figures, page: Page): Lines {
  const running = told.seen.filter((one) => told.isRunning(one));
  const open = running.filter(({ isPlanned }) => !isPlanned);
  return {
    state: told.state(),
    open: byName(open.map(({ name }) => name)),
    running: byName(running.filter(({ isPlanned }) => isPlanned).map(({ name }) => name)),
    days: daysBetween(dayOf(page.now - 6 * DAY, page.zone), told.today).flatMap((day) => {
      const listed = told
        .listedOn(day)
        .toSorted(byStart)
        .map(({ name }) => name);
      const newest = byName(listed.slice(0, MAX_LISTED));
      return listed.length === 0 ? [] : [`${day} ${listed.length}: ${newest}`];
    }),
    names: byName(page.services.filter(({ id }) => told.visible.has(id)).map(({ name }) => name)),
  };
}

function pageLines(snapshot: Snapshot): Lines {
  const titles = (listed: readonly { title: string }[]) => byName(listed.map(({ title }) => title));
  return {
    state: snapshot.state?.severity ?? null,
    open: titles(snapshot.incidents),
    running: titles(snapshot.maintenances),
    days: snapshot.past_days
      .filter(({ total }) => total > 0)
      .map(({ day, total, incidents }) => `${day} ${total}: ${titles(incidents)}`)
      .toReversed(),
    names: byName([...snapshot.by_id.values()].map(({ name }) => name)),
  };
}

type Shown = { name: string; status: string; impact: string; started_at: string };

function modelDocument(told: Figures): Lines {
  const begun = told.seen.filter(
    ({ course, isPlanned }) => !isPlanned && course.starts <= told.page.now,
  );
  return Object.fromEntries(
    begun.map(({ name, course }) => {
      const isOver = course.ends !== null && course.ends <= told.page.now;
      const ends = isOver ? wired(course.ends) : null;
      // Assumption: the impact of an incident is the worst that visitors see it was.
      const suffered = course.impacts
        .filter(({ service }) => told.visible.has(service))
        .map(({ type }) => told.severityOf(type));
      const impact = worstOf(suffered) ?? told.severityOf(course.type);
      return [name, [isOver ? "resolved" : "open", impact, wire(course.starts), ends]];
    }),
  );
}

async function readDocument({ visitor, page }: World): Promise<Lines> {
  const { incidents } = (await DOCUMENTS.incidents.read(visitor, page)) as {
    incidents: (Shown & { resolved_at: string | null })[];
  };
  const utc = (time: string | null) =>
    time && new Date(Date.parse(time)).toISOString().slice(0, 19);
  return Object.fromEntries(
    incidents.map(({ name, status, impact, started_at, resolved_at }) => [
      name,
      [status === "resolved" ? "resolved" : "open", impact, utc(started_at), utc(resolved_at)],
    ]),
  );
}

/** How many items each incident has in the feed. */
function modelFeed(told: Figures): Lines {
  const items = ({ updates }: Known) => updates.filter(({ isDeleted }) => !isDeleted).length;
  return Object.fromEntries(told.inFeed().map((one) => [one.name, Math.max(1, items(one))]));
}

async function readFeed({ visitor, page, model }: World): Promise<Lines> {
  const names = namesOf(model.incidents);
  const content = await loadFeed(visitor, page);
  const visit = { ...page, base: "", locale: "en", written: "en", chosen: null } as const;
  const items = await feedItems(viewOf(visit, content.snapshot), content, "updates");
  const counts: Record<string, number> = {};
  for (const { url } of items) {
    const name = names(Number(/incidents\/(\d+)/.exec(url)?.[1]));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** What the model says of incidents. */
export function modelCourses({ model }: World): Lines {
  const known = model.incidents.map((one) => ({ ...one, course: courseOf(one) }));
  return Object.fromEntries(known.map((one) => [one.name, modelIncident(one, model)]));
}

/** What is answered of them. */
export async function readCourses(world: World): Promise<Lines> {
  const lines: Lines = {};
  for (const { id, name } of world.model.incidents) lines[name] = await readIncident(world, id);
  return lines;
}

/** What the model says of a page now. */
export function modelLines({ model }: World): Lines {
  const told = new Figures(model);
  const from = dayOf(model.now - 12 * DAY, model.zone);
  const shown = model.services.filter(({ id }) => told.visible.has(id));
  return {
    ...Object.fromEntries(shown.map((one) => [one.name, modelService(told, model, one, from)])),
    page: modelPage(told, model),
    document: modelDocument(told),
    feed: modelFeed(told),
  };
}

/** What the page says itself. */
export async function readLines(world: World): Promise<Lines> {
  const { model, db, page } = world;
  const snapshot = await readSnapshot(db, await visitorGrant(db, page.subdomain));
  const from = dayOf(model.now - 12 * DAY, model.zone);
  const lines: Lines = { page: pageLines(snapshot), document: await readDocument(world) };
  lines.feed = await readFeed(world);
  for (const { id, name } of snapshot.by_id.values())
    lines[name] = await readService(world, snapshot, id, from);
  return lines;
}
