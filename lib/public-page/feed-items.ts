import { renderMarkdown } from "#lib/markdown.ts";
import { escapeHtml, xmlSafe } from "#lib/public-page/escape.ts";
import type { PublicIncident, PublicNotice } from "#lib/public-page/incidents.ts";
import { localized } from "#lib/public-page/localized.ts";
import { typeName } from "#lib/public-page/type-name.ts";
import { namesOf, type View } from "#lib/public-page/view.ts";
import { incidentUrl, infoNoticeUrl } from "#lib/status-pages/address.ts";

/** An incident, maintenance or notice as feeds tell it: one item, whose content grows with its updates. */
type FeedItem = {
  /** Stable, and the address where it can be read. */
  url: string;
  title: string;
  /** Wire times: when it began or was posted, when something was last said of it. */
  published_at: string;
  changed_at: string;
  html: string;
};

type Posted = { description: string; translations: unknown; posted_at: string };

function updateHtml(update: Posted, word: string, view: View): string {
  const text = renderMarkdown(localized(update, "description", view.visit.locale));
  return `<p><strong>${escapeHtml(word)}</strong> · ${escapeHtml(view.f.dateTime(update.posted_at))}</p>${text}`;
}

function timesHtml({ starts_at, ends_at }: PublicIncident, { f, t }: View): string {
  const end = ends_at === null ? t("feeds.ongoing") : f.dateTime(ends_at);
  return `<p>${escapeHtml(`${f.dateTime(starts_at)} – ${end}`)}</p>`;
}

function servicesHtml(ids: number[], view: View): string {
  const names = namesOf(ids, view);
  return names.length > 0 ? `<p>${escapeHtml(view.t("feeds.affects", { services: names.join(", ") }))}</p>` : "";
}

function lastSaid(updates: Posted[], otherwise: string): string {
  return updates[0]?.posted_at ?? otherwise;
}

function incidentItem(incident: PublicIncident, view: View): FeedItem {
  const { t, visit, snapshot } = view;
  const { updates, starts_at, inserted_at } = incident;
  const began = starts_at > snapshot.as_of ? inserted_at : starts_at;
  const told = updates.map((update) => updateHtml(update, t(`public.update.${update.type}`), view));
  return {
    url: incidentUrl(snapshot.page.subdomain, incident.id),
    title: xmlSafe(`${typeName(incident, view)}: ${localized(incident, "title", visit.locale)}`),
    published_at: began,
    changed_at: lastSaid(updates, began),
    html: xmlSafe([timesHtml(incident, view), servicesHtml(incident.service_ids, view), ...told].join("\n")),
  };
}

function noticeItem(notice: PublicNotice, view: View): FeedItem {
  const { t, visit, snapshot } = view;
  const told = notice.updates.map((update) => updateHtml(update, t("public.notices.posted"), view));
  return {
    url: infoNoticeUrl(snapshot.page.subdomain, notice.id),
    title: xmlSafe(localized(notice, "title", visit.locale)),
    published_at: notice.featured_from,
    changed_at: lastSaid(notice.updates, notice.featured_from),
    html: xmlSafe([servicesHtml(notice.service_ids, view), ...told].join("\n")),
  };
}

/** What a feed holds, what was last spoken of first. */
export function feedItems(view: View, incidents: PublicIncident[]): FeedItem[] {
  const items = [
    ...incidents.map((incident) => incidentItem(incident, view)),
    ...view.snapshot.notices.map((notice) => noticeItem(notice, view)),
  ];
  return items.sort((a, b) => (a.changed_at < b.changed_at ? 1 : -1));
}

/** When a feed last changed: with its newest item, or with the page. */
export function lastChange(view: View, items: FeedItem[]): Date {
  return new Date(`${items[0]?.changed_at ?? view.snapshot.page.updated_at}Z`);
}
