import { incidentUrl, infoNoticeUrl } from "#lib/core/addresses/url.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import { feedIds } from "#lib/site/feeds/head.ts";
import type { FeedContent, FeedIncident } from "#lib/site/feeds/read.ts";
import type { PublicIncident, PublicNotice } from "#lib/site/snapshot/incidents.ts";
import { newestTexts, updateTexts } from "#lib/site/view/operator-texts.ts";
import type { OperatorText, RenderedText } from "#lib/site/view/texts.ts";
import { namesOf, typeName, type View, withTexts } from "#lib/site/view/view.ts";
import { cleanLine, cleanText, escapeHtml } from "#lib/site/words/escape.ts";
import { updateWord } from "#lib/site/words/labels.ts";
import { localized } from "#lib/site/words/localized.ts";

type FeedItem = {
  /** Survives a change of address. */
  id: string;
  url: string;
  title: string;
  /** Wire times: the start or publication, and the last update. */
  published_at: string;
  said_at: string;
  changed_at: string;
  html: string;
};

type Posted = {
  description: string;
  translations: unknown;
  posted_at: string;
  inserted_at: string;
  updated_at: string;
};

function markedHtml({ html, marks: { lang, dir } = {} }: RenderedText): string {
  if (lang === undefined) return html;
  return `<div lang="${escapeHtml(lang)}"${dir ? ` dir="${dir}"` : ""}>${html}</div>`;
}

function updateHtml(update: Posted, word: string, view: View): string {
  const told = view.texts.get(update);
  if (!told) return "";
  const time = escapeHtml(view.f.dateTime(update.posted_at));
  return `<p><strong>${escapeHtml(word)}</strong> · ${time}</p>${markedHtml(told)}`;
}

function restHtml(updates: Posted[], url: string, { texts, t }: View): string {
  if (updates.every((update) => texts.get(update)?.is_whole)) return "";
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(t("public.read_on"))}</a></p>`;
}

function timesHtml({ starts_at, ends_at }: PublicIncident, { f, t }: View): string {
  const end = ends_at === null ? t("feeds.ongoing") : f.dateTime(ends_at);
  return `<p>${escapeHtml(`${f.dateTime(starts_at)} – ${end}`)}</p>`;
}

function detectedHtml({ automation }: PublicIncident, { t }: View): string {
  return automation === "detected" ? `<p>${escapeHtml(t("automation.detected"))}</p>` : "";
}

function servicesHtml(ids: number[], view: View): string {
  const names = namesOf(ids, view);
  return names.length > 0
    ? `<p>${escapeHtml(view.t("feeds.affects", { services: names.join(", ") }))}</p>`
    : "";
}

function edited({ inserted_at, updated_at }: Posted): string[] {
  return updated_at > inserted_at ? [updated_at] : [];
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function latest(times: string[]): string {
  return times.toSorted().at(-1) ?? "";
}

/** Only updates move an item's times: readers take a moved item for news. */
function updateTimes(
  updates: Posted[],
  published_at: string,
  { snapshot }: View,
): Pick<FeedItem, "said_at" | "changed_at"> {
  const said = updates.map(({ posted_at }) => earlier(posted_at, snapshot.as_of));
  const said_at = latest([published_at, ...said]);
  return { said_at, changed_at: latest([said_at, ...updates.flatMap(edited)]) };
}

function incidentItem(incident: FeedIncident, view: View): FeedItem {
  const { t, visit, snapshot } = view;
  const { updates, starts_at, inserted_at } = incident;
  const { page } = snapshot;
  const published_at = earlier(starts_at, inserted_at);
  const url = incidentUrl(page, incident.id);
  const told = updates.map((update) => updateHtml(update, t(updateWord(update, incident)), view));
  return {
    id: feedIds.incident(page, incident.id),
    url,
    title: cleanLine(`${typeName(incident, view)}: ${localized(incident, "title", visit)}`),
    published_at,
    ...updateTimes(updates, published_at, view),
    html: cleanText(
      [
        timesHtml(incident, view),
        detectedHtml(incident, view),
        servicesHtml(incident.service_ids, view),
        ...told,
        restHtml(updates, url, view),
      ].join("\n"),
    ),
  };
}

function noticeItem(notice: PublicNotice, view: View): FeedItem {
  const { t, visit, snapshot } = view;
  const { page } = snapshot;
  const { updates, featured_from } = notice;
  const url = infoNoticeUrl(page, notice.id);
  const told = updates.map((update) => updateHtml(update, t("public.notices.posted"), view));
  return {
    id: feedIds.notice(page, notice.id),
    url,
    title: cleanLine(localized(notice, "title", visit)),
    published_at: featured_from,
    ...updateTimes(updates, featured_from, view),
    html: cleanText(
      [servicesHtml(notice.service_ids, view), ...told, restHtml(updates, url, view)].join("\n"),
    ),
  };
}

function updateItem(incident: FeedIncident, update: UpdateRow, view: View): FeedItem {
  const { t, visit, snapshot } = view;
  const { page } = snapshot;
  const url = `${incidentUrl(page, incident.id)}#u${update.id}`;
  const word = t(updateWord(update, incident));
  const said = updateTimes([update], "", view);
  return {
    id: feedIds.update(page, incident.id, update.id),
    url,
    title: cleanLine(`${word}: ${localized(incident, "title", visit)}`),
    published_at: said.said_at,
    ...said,
    html: cleanText(
      [
        servicesHtml(incident.service_ids, view),
        updateHtml(update, word, view),
        restHtml([update], url, view),
      ].join("\n"),
    ),
  };
}

function itemsOf({ about, incidents }: FeedContent, view: View): FeedItem[] {
  if (about.kind === "incident")
    return about.incident.updates.map((update) => updateItem(about.incident, update, view));
  return [
    ...incidents.map((incident) => incidentItem(incident, view)),
    ...view.snapshot.notices.map((notice) => noticeItem(notice, view)),
  ];
}

function lastUpdate({ updates }: { updates: Posted[] }): string {
  return updates[0]?.posted_at ?? "";
}

function feedTexts(view: View, { about, incidents }: FeedContent): OperatorText[] {
  const notices = about.kind === "incident" ? [] : view.snapshot.notices;
  const records: { updates: Posted[] }[] = [...incidents, ...notices];
  const newestFirst = records.toSorted((a, b) => (lastUpdate(a) < lastUpdate(b) ? 1 : -1));
  const others = newestFirst.flatMap(({ updates }) => updates.slice(1));
  return [...newestTexts(newestFirst, view), ...updateTexts(others, view)];
}

// The feed may have a megabyte; titles, times and services take the rest.
const TEXT_BYTES = 400_000;
const FEED_BYTES = 950_000;
const ITEM_BYTES = 700;

export async function feedItems(view: View, content: FeedContent): Promise<FeedItem[]> {
  const told = await withTexts(view, feedTexts(view, content), TEXT_BYTES);
  let room = FEED_BYTES;
  return itemsOf(content, told)
    .sort((a, b) => Number(a.said_at < b.said_at) - Number(a.said_at > b.said_at))
    .filter(({ title, html }) => {
      room -= ITEM_BYTES + 2 * Buffer.byteLength(escapeHtml(title)) + Buffer.byteLength(html);
      return room >= 0;
    });
}

/** When an item, or the subject of the feed, last changed. */
export function lastChange(view: View, { about }: FeedContent, items: FeedItem[]): Date {
  const own = about.kind === "incident" ? about.incident : view.snapshot.page;
  return new Date(`${latest(items.map((item) => item.changed_at)) || own.updated_at}Z`);
}
