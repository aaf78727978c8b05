import ical, {
  escape as escapeText,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { incidentUrl, pageUrl } from "#lib/core/addresses/url.ts";
import { withPictureUrlsMarkdown } from "#lib/core/markdown/pictures.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import type { DeletedIncident } from "#lib/incidents/deleted-incidents.queries.ts";
import { later, latestOf } from "#lib/platform/clock.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { cleanLine, cleanText } from "#lib/platform/text.ts";
import { feedHead, feedIds } from "#lib/site/feeds/head.ts";
import type { CalendarContent, FeedIncident } from "#lib/site/feeds/read.ts";
import { affectedNames, stateName, type View } from "#lib/site/view/view.ts";
import { planText, updateWord } from "#lib/site/words/labels.ts";
import { localized } from "#lib/site/words/localized.ts";

const REFRESH_SECONDS = 300;
// More than calendars show; folding megabytes takes seconds.
const MAX_DESCRIPTION = 4_000;
const OPEN_SECONDS = 3_600;
const SHORTEST_SECONDS = 60;

function time(wire: string): Date {
  return new Date(`${wire}Z`);
}

/**
 * Exchange requires an end: an open incident ends an hour after its last update, so it moves only
 * with its sequence. No event ends as it starts (RFC 5545, 3.8.2.2).
 */
function endOf(starts_at: string, ends_at: string | null, told_at = starts_at): string {
  const end = ends_at ?? later(latestOf(starts_at, told_at), OPEN_SECONDS);
  return latestOf(end, later(starts_at, SHORTEST_SECONDS));
}

function timesOf({ starts_at, ends_at, updates }: FeedIncident): { start: Date; end: Date } {
  const end = endOf(starts_at, ends_at, updates[0]?.posted_at);
  return { start: time(starts_at), end: time(end) };
}

function descriptionOf(incident: FeedIncident, view: View): string {
  const { t, visit } = view;
  const names = affectedNames(incident, view);
  const parts = [
    ...(incident.plan === null ? [] : [planText(incident, view)]),
    ...(names.length > 0 ? [t("feeds.affects", { services: view.f.list(names) })] : []),
    ...(incident.ends_at === null ? [t("feeds.open_end")] : []),
  ];
  let room = MAX_DESCRIPTION;
  for (const update of incident.updates) {
    const said = localized(update, "description", visit);
    const source = withPictureUrlsMarkdown(said, pageUrl(view.snapshot.page));
    const told = t("joined.label", {
      label: t(updateWord(update, incident)),
      value: markdownText(source, room),
    });
    parts.push(told);
    // Text that renders to nothing costs its length, too.
    room -= Math.max(told.length, source.length);
    if (room <= 0) break;
  }
  return cleanText(parts.join("\n\n"));
}

function category(severity: string): { name: string }[] {
  return [{ name: severity === "scheduled" ? "MAINTENANCE" : "INCIDENT" }];
}

function eventOf(incident: FeedIncident, view: View): ICalEventData {
  const { visit, snapshot } = view;
  const { id, severity, inserted_at, plan, revised } = incident;
  const title = isolated(localized(incident, "title", visit), visit.locale);
  const changed = time(revised?.revised_at ?? inserted_at);
  return {
    ...timesOf(incident),
    id: feedIds.event(snapshot.page, id),
    stamp: changed,
    created: time(inserted_at),
    lastModified: changed,
    sequence: revised?.revision ?? 0,
    summary: cleanLine(view.t("joined.label", { label: stateName(incident, view), value: title })),
    description: descriptionOf(incident, view),
    url: incidentUrl(snapshot.page, id),
    status: plan === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: category(severity),
  };
}

/** A deleted incident as a cancelled event, which calendars remove or strike through. */
function withdrawal(incident: DeletedIncident, { t, snapshot }: View): ICalEventData {
  const { incident_id, severity, starts_at, ends_at, revision, deleted_at } = incident;
  return {
    id: feedIds.event(snapshot.page, incident_id),
    start: time(starts_at),
    end: time(endOf(starts_at, ends_at)),
    stamp: time(deleted_at),
    lastModified: time(deleted_at),
    sequence: revision,
    summary: t("feeds.withdrawn", { severity }),
    status: ICalEventStatus.CANCELLED,
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: category(severity),
  };
}

const CALENDAR_BYTES = 900_000;
const EVENT_BYTES = 900;

function fitting(events: ICalEventData[]): ICalEventData[] {
  let room = CALENDAR_BYTES;
  return events.filter(({ summary = "", description = "" }) => {
    const text = JSON.stringify([summary, description]).replace(/[,;]/g, "--");
    room -= EVENT_BYTES + 1.1 * Buffer.byteLength(text);
    return room >= 0;
  });
}

export function icalOf(view: View, content: CalendarContent): string {
  const { incidents, deleted } = content;
  const { title, url } = feedHead(view, content);
  const calendar = ical({
    name: escapeText(title, false),
    prodId: {
      company: "Allclear",
      product: "status page",
      language: view.visit.locale.toUpperCase(),
    },
    url,
    ttl: REFRESH_SECONDS,
    events: fitting([
      ...deleted.map((incident) => withdrawal(incident, view)),
      ...incidents.map((incident) => eventOf(incident, view)),
    ]),
  });
  return `${calendar.toString()}\r\n`;
}
