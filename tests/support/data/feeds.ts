import ical from "node-ical";
import Parser from "rss-parser";
import type { Db } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Settings } from "#lib/pages/schema.ts";
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
/** By feed, in the feed's order; a feed that visitors do not get has none. */
export type Feeds = Record<string, Item[]>;

type Place = { page: { id: number }; services: readonly number[]; incidents: readonly number[] };

/** The page's name may have changed, or the page be gone. */
async function targetOf(db: Db, { id }: Place["page"]) {
  const row = db.selectFrom("status_pages").select("subdomain").where("id", "=", id);
  return (await row.executeTakeFirst()) ?? { subdomain: "gone" };
}

const visit = (subdomain: string, locale: Locale) => ({
  ...{ subdomain, base: "", locale, written: "en", chosen: null },
});

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

type Load<C> = (ctx: Context) => Promise<C>;

async function read<C extends FeedContent>(
  ctx: Context,
  load: Load<C>,
  isEnabled: (settings: Settings) => boolean,
  draw: (content: C) => Promise<Item[]>,
): Promise<Item[]> {
  try {
    const content = await load(ctx);
    return isEnabled(content.snapshot.page.settings) ? await draw(content) : [];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Every feed and calendar of a page, of services and of incidents, as a visitor gets them now. */
export async function readFeeds(
  db: Db,
  { page: known, services, incidents }: Place,
  locale: Locale = "en",
): Promise<Feeds> {
  const ctx: Context = { db, actor: { kind: "visitor" }, address: null, request_id: "test" };
  const page = await targetOf(db, known);
  const feeds: [string, Load<FeedContent>][] = [
    ["", () => loadFeed(ctx, page)],
    ...services.map((id): [string, Load<FeedContent>] => [
      `/services/${id}`,
      () => loadServiceFeed(ctx, { ...page, service_id: id }),
    ]),
    ...incidents.map((id): [string, Load<FeedContent>] => [
      `/incidents/${id}`,
      () => loadIncidentFeed(ctx, { ...page, incident_id: id }),
    ]),
  ];
  const calendars: [string, Load<CalendarContent>][] = [
    ["/calendar.ics", () => loadCalendar(ctx, page)],
    ["/calendar/maintenance/feed.ics", () => loadMaintenanceCalendar(ctx, page)],
    ...services.map((id): [string, Load<CalendarContent>] => [
      `/services/${id}/calendar.ics`,
      () => loadServiceCalendar(ctx, { ...page, service_id: id }),
    ]),
    ...incidents.map((id): [string, Load<CalendarContent>] => [
      `/incidents/${id}/calendar.ics`,
      () => loadIncidentCalendar(ctx, { ...page, incident_id: id }),
    ]),
  ];
  const all: Feeds = {};
  const of = ({ snapshot }: FeedContent) => viewOf(visit(page.subdomain, locale), snapshot);
  for (const [base, load] of feeds)
    for (const items of ["updates", "incidents"]) {
      const query = items === "updates" ? "" : "?items=incidents";
      for (const [name, draw] of [["rss", rssOf] as const, ["atom", atomOf] as const])
        all[`${base}/${name}${query}`] = await read(
          ctx,
          load,
          ({ feed_enabled }) => feed_enabled,
          async (content) => itemsOf(await draw(of(content), content, { items })),
        );
    }
  for (const [path, load] of calendars)
    all[path] = await read(
      ctx,
      load,
      ({ calendar_enabled }) => calendar_enabled,
      async (content) => eventsOf(icalOf(of(content), content)),
    );
  return all;
}
