import ical from "node-ical";
import Parser from "rss-parser";
import type { Db } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { atomOf, rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { icalOf } from "#lib/site/feeds/ical.ts";
import {
  type CalendarContent,
  type FeedContent,
  loadCalendar,
  loadFeed,
  loadIncidentCalendar,
  loadIncidentFeed,
  loadMaintenanceCalendar,
  loadServiceCalendar,
  loadServiceFeed,
} from "#lib/site/feeds/read.ts";
import { viewOf } from "#lib/site/view/view.ts";

/** An item or event as programs tell it from others, and everything that is a date of it. */
export type Item = { id: string; dates: string[] };
/** By feed, in the feed's order; null: visitors do not get it. */
export type Feeds = Record<string, Item[] | null>;

type Place = { page: { id: number }; services: readonly number[]; incidents: readonly number[] };

/** The page's name may have changed, or the page be gone. */
async function targetOf(db: Db, { id }: Place["page"]) {
  const row = db.selectFrom("status_pages").select("subdomain").where("id", "=", id);
  return (await row.executeTakeFirst()) ?? { subdomain: "gone" };
}

const dated = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, date = ""]) => date);

async function itemsOf(xml: string): Promise<Item[]> {
  const { items } = await new Parser().parseString(xml);
  const [published, updated] = [dated(xml, "published"), dated(xml, "updated").slice(1)];
  return items.map(({ guid, id, pubDate }, index) => ({
    id: guid ?? (id as string),
    dates: [pubDate ?? "", published[index] ?? "", updated[index] ?? ""],
  }));
}

function eventsOf(calendar: string): Item[] {
  return Object.values(ical.sync.parseICS(calendar)).flatMap((event) => {
    if (event?.type !== "VEVENT") return [];
    const { uid, start, end, dtstamp, lastmodified, sequence, status } = event;
    const dates = [start, end, dtstamp, lastmodified].map((time) => time?.toISOString() ?? "");
    return [{ id: uid, dates: [...dates, String(sequence), String(status)] }];
  });
}

type Load<C> = () => Promise<C>;

/** undefined: visitors do not get it. */
async function loaded<C extends FeedContent>(load: Load<C>): Promise<C | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const viewIn = ({ snapshot }: FeedContent, locale: Locale) =>
  viewOf(
    { ...{ subdomain: snapshot.page.subdomain, base: "", locale }, written: "en", chosen: null },
    snapshot,
  );

async function readXml(load: Load<FeedContent>, base: string, locale: Locale): Promise<Feeds> {
  const content = await loaded(load);
  const feeds: Feeds = {};
  for (const items of ["updates", "incidents"])
    for (const [name, draw] of [["rss", rssOf] as const, ["atom", atomOf] as const]) {
      const path = `${base}/${name}${items === "updates" ? "" : "?items=incidents"}`;
      feeds[path] = content?.snapshot.page.settings.feed_enabled
        ? await itemsOf(await draw(viewIn(content, locale), content, { items }))
        : null;
    }
  return feeds;
}

async function readIcal(load: Load<CalendarContent>, path: string, locale: Locale): Promise<Feeds> {
  const content = await loaded(load);
  const isThere = content?.snapshot.page.settings.calendar_enabled;
  return { [path]: isThere ? eventsOf(icalOf(viewIn(content, locale), content)) : null };
}

/** Every feed and calendar of a page, of services and of incidents, as a visitor gets them now. */
export async function readFeeds(
  db: Db,
  { page: known, services, incidents }: Place,
  locale: Locale = "en",
): Promise<Feeds> {
  const ctx: Context = { db, actor: { kind: "visitor" }, address: null, request_id: "test" };
  const page = await targetOf(db, known);
  const all: Feeds[] = [
    await readXml(() => loadFeed(ctx, page), "", locale),
    await readIcal(() => loadCalendar(ctx, page), "/calendar.ics", locale),
    await readIcal(
      () => loadMaintenanceCalendar(ctx, page),
      "/calendar/maintenance/feed.ics",
      locale,
    ),
  ];
  for (const service_id of services) {
    const [base, of] = [`/services/${service_id}`, { ...page, service_id }];
    all.push(await readXml(() => loadServiceFeed(ctx, of), base, locale));
    all.push(await readIcal(() => loadServiceCalendar(ctx, of), `${base}/calendar.ics`, locale));
  }
  for (const incident_id of incidents) {
    const [base, of] = [`/incidents/${incident_id}`, { ...page, incident_id }];
    all.push(await readXml(() => loadIncidentFeed(ctx, of), base, locale));
    all.push(await readIcal(() => loadIncidentCalendar(ctx, of), `${base}/calendar.ics`, locale));
  }
  return Object.assign({}, ...all);
}

/**
 * `adds` or `removes` items; `moves` or `corrects` them: another date or place, or another `updated`
 * in Atom alone; `revises` an event; `hides` a feed.
 */
export type FeedChange = "adds" | "removes" | "moves" | "corrects" | "revises" | "hides";

function changesIn(
  path: string,
  before: Item[] | null,
  after: Item[] | null,
): [FeedChange, string][] {
  if (before === null || after === null) return before === after ? [] : [["hides", path]];
  const known = new Map(before.map((item) => [item.id, item]));
  const now = new Set(after.map(({ id }) => id));
  const stayed = after.filter(({ id }) => known.has(id));
  const order = before.filter(({ id }) => now.has(id));
  const isCalendar = path.endsWith(".ics");
  return [
    ...after.flatMap(({ id }): [FeedChange, string][] => (known.has(id) ? [] : [["adds", id]])),
    ...before.flatMap(({ id }): [FeedChange, string][] => (now.has(id) ? [] : [["removes", id]])),
    ...stayed.flatMap(({ id, dates }, place): [FeedChange, string][] => {
      const was = known.get(id)?.dates ?? [];
      const [updated, earlier] = [dates.at(-1), was.at(-1)];
      if (isCalendar) return String(dates) === String(was) ? [] : [["revises", id]];
      const isMoved = String(dates.slice(0, -1)) !== String(was.slice(0, -1));
      if (isMoved || order[place]?.id !== id) return [["moves", id]];
      return updated === earlier ? [] : [["corrects", id]];
    }),
  ];
}

/** What became of the items of all feeds, and of which of them. */
export function changesOfFeeds(before: Feeds, after: Feeds): Map<FeedChange, Set<string>> {
  const found = new Map<FeedChange, Set<string>>();
  for (const path of Object.keys(before))
    for (const [change, id] of changesIn(path, before[path] ?? null, after[path] ?? null))
      found.set(change, (found.get(change) ?? new Set()).add(id));
  return found;
}
