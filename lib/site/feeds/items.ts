import { incidentUrl, infoNoticeUrl, pageUrl } from "#lib/core/addresses/url.ts";
import { linkPictures, withPictureUrlsHtml } from "#lib/core/markdown/pictures.ts";
import { everAffected, servicesAt } from "#lib/incidents/affected.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { earlierOf, latestOf } from "#lib/platform/clock.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { cleanLine, cleanText, escapeHtml } from "#lib/platform/text.ts";
import { feedIds } from "#lib/site/feeds/head.ts";
import type { FeedContent, FeedIncident, FeedUnit } from "#lib/site/feeds/read.ts";
import type { PublicIncident, PublicNotice } from "#lib/site/snapshot/incidents.ts";
import { courseText } from "#lib/site/view/course.ts";
import { newestTexts, updateTexts } from "#lib/site/view/operator-texts.ts";
import type { OperatorText, RenderedText } from "#lib/site/view/texts.ts";
import { affectedNames, namesOf, stateName, type View, withTexts } from "#lib/site/view/view.ts";
import { planText, timesText, updateWord } from "#lib/site/words/labels.ts";
import { localized } from "#lib/site/words/localized.ts";

type FeedItem = {
  /** Survives a change of address. */
  id: string;
  url: string;
  title: string;
  /** Wire times, which only something said changes: readers take a moved item for news. */
  published_at: string;
  said_at: string;
  changed_at: string;
  /** Among items posted at the same time, the newest has the highest. */
  order: number;
  html: string;
};

type Posted = {
  id: number;
  type?: UpdateType;
  description: string;
  translations: unknown;
  posted_at: string;
  edited_at: string | null;
};

/** An incident or notice. */
type Entry = {
  id: number;
  feed_id: string;
  url: string;
  title: string;
  titleOf: (update: Posted) => string;
  wordOf: (update: Posted) => string;
  /** HTML above its updates, and above each. */
  summary: string[];
  contextOf: (update: Posted) => string[];
  inserted_at: string;
  updates: Posted[];
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

function timesHtml(incident: PublicIncident, view: View): string {
  const { f, t } = view;
  const { starts_at, ends_at } = incident;
  const times = planText(incident, { f, t }) ?? timesText({ starts_at, ends_at }, view);
  const lines = [times, courseText(incident, view)];
  return lines.map((line) => (line === null ? "" : `<p>${escapeHtml(line)}</p>`)).join("");
}

function detectedHtml({ automation }: PublicIncident, { t }: View): string {
  return automation === "detected" ? `<p>${escapeHtml(t("automation.detected"))}</p>` : "";
}

function servicesHtml(names: readonly string[], view: View): string {
  return names.length > 0
    ? `<p>${escapeHtml(view.t("feeds.affects", { services: view.f.list([...names]) }))}</p>`
    : "";
}

/** Records without updates are dated by their creation. */
function timesOf(
  updates: Posted[],
  made_at: string,
): Pick<FeedItem, "published_at" | "said_at" | "changed_at"> {
  const posted = updates.map(({ posted_at }) => posted_at).toSorted();
  const said_at = posted.at(-1) ?? made_at;
  const edited = updates.flatMap(({ edited_at }) => edited_at ?? []);
  return {
    published_at: earlierOf(posted[0] ?? made_at, made_at),
    said_at,
    changed_at: latestOf(said_at, ...edited),
  };
}

function incidentEntry(incident: FeedIncident, view: View): Entry {
  const { t, visit, snapshot } = view;
  const { id, inserted_at, updates } = incident;
  const title = isolated(localized(incident, "title", visit), visit.locale);
  const wordOf = ({ type = "update", posted_at }: Posted) =>
    t(updateWord({ type, posted_at }, incident));
  const contextOf = (names: string[]) => [detectedHtml(incident, view), servicesHtml(names, view)];
  const namesThen = ({ posted_at }: Posted) => {
    const then = new Set(servicesAt(incident.impacts, posted_at));
    if (then.size === 0) return affectedNames(incident, view);
    const service_ids = everAffected(incident).filter((service) => then.has(service));
    return affectedNames({ ...incident, service_ids, impacts: [] }, view);
  };
  return {
    id,
    feed_id: feedIds.incident(snapshot.page, id),
    url: incidentUrl(snapshot.page, id),
    title: t("joined.label", { label: stateName(incident, view), value: title }),
    titleOf: (update) => t("joined.label", { label: wordOf(update), value: title }),
    wordOf,
    summary: [timesHtml(incident, view), ...contextOf(affectedNames(incident, view))],
    contextOf: (update) => contextOf(namesThen(update)),
    inserted_at,
    updates,
  };
}

function noticeEntry(notice: PublicNotice, view: View): Entry {
  const { t, visit, snapshot } = view;
  const { id, service_ids, inserted_at, updates } = notice;
  const title = localized(notice, "title", visit);
  const context = [servicesHtml(namesOf(service_ids, view), view)];
  return {
    id,
    feed_id: feedIds.notice(snapshot.page, id),
    url: infoNoticeUrl(snapshot.page, id),
    title,
    titleOf: () => title,
    wordOf: () => t("public.notices.posted"),
    summary: context,
    contextOf: () => context,
    inserted_at,
    updates,
  };
}

function wholeItem(entry: Entry, view: View): FeedItem {
  const { id, feed_id, url, title, summary, inserted_at, updates, wordOf } = entry;
  const told = updates.map((update) => updateHtml(update, wordOf(update), view));
  return {
    id: feed_id,
    url,
    title: cleanLine(title),
    ...timesOf(updates, inserted_at),
    order: id,
    html: cleanText([...summary, ...told, restHtml(updates, url, view)].join("\n")),
  };
}

function updateItem(entry: Entry, update: Posted, view: View): FeedItem {
  const { feed_id, contextOf, titleOf, wordOf } = entry;
  const url = `${entry.url}#u${update.id}`;
  const told = updateHtml(update, wordOf(update), view);
  return {
    id: `${feed_id}#${update.id}`,
    url,
    title: cleanLine(titleOf(update)),
    ...timesOf([update], update.posted_at),
    order: update.id,
    html: cleanText([...contextOf(update), told, restHtml([update], url, view)].join("\n")),
  };
}

function entriesOf({ about, incidents }: FeedContent, view: View): Entry[] {
  const notices = about.kind === "incident" ? [] : view.snapshot.notices;
  return [
    ...incidents.map((incident) => incidentEntry(incident, view)),
    ...notices.map((notice) => noticeEntry(notice, view)),
  ];
}

function itemsOf(entries: Entry[], unit: FeedUnit, view: View): FeedItem[] {
  return entries.flatMap((entry) =>
    unit === "incidents" || entry.updates.length === 0
      ? [wholeItem(entry, view)]
      : entry.updates.map((update) => updateItem(entry, update, view)),
  );
}

function byPosting(a: Posted | undefined, b: Posted | undefined): number {
  return (a?.posted_at ?? "") < (b?.posted_at ?? "") ? 1 : -1;
}

/** The most important first: what fits is shown. */
function feedTexts(entries: Entry[], unit: FeedUnit, view: View): OperatorText[] {
  if (unit === "updates") {
    const updates = entries.flatMap((entry) => entry.updates).sort(byPosting);
    return updateTexts(updates, view);
  }
  const newestFirst = entries.toSorted((a, b) => byPosting(a.updates[0], b.updates[0]));
  const others = newestFirst.flatMap(({ updates }) => updates.slice(1));
  return [...newestTexts(newestFirst, view), ...updateTexts(others, view)];
}

/** Depends on nothing but what was said and when. */
function lastSaidFirst(a: FeedItem, b: FeedItem): number {
  if (a.said_at !== b.said_at) return a.said_at < b.said_at ? 1 : -1;
  return b.order - a.order || (a.id < b.id ? -1 : 1);
}

/** A program with a private address cannot prove that it may load what the page shows. */
function withPictures(view: View, { token, snapshot: { page } }: FeedContent): View {
  const [shown, base] = [token === undefined ? withPictureUrlsHtml : linkPictures, pageUrl(page)];
  const texts = Array.from(view.texts, ([by, text]) => {
    return [by, { ...text, html: shown(text.html, base) }] as const;
  });
  return { ...view, texts: new Map(texts) };
}

// The feed may have a megabyte; titles, times and services take the rest.
const TEXT_BYTES = 400_000;
const FEED_BYTES = 950_000;
const ITEM_BYTES = 700;

export async function feedItems(
  view: View,
  content: FeedContent,
  unit: FeedUnit,
): Promise<FeedItem[]> {
  const entries = entriesOf(content, view);
  const told = withPictures(
    await withTexts(view, feedTexts(entries, unit, view), TEXT_BYTES),
    content,
  );
  let room = FEED_BYTES;
  return itemsOf(entries, unit, told)
    .sort(lastSaidFirst)
    .filter(({ title, html }) => {
      room -= ITEM_BYTES + 2 * Buffer.byteLength(escapeHtml(title)) + Buffer.byteLength(html);
      return room >= 0;
    });
}

/** When something was last said or corrected; before that, when the page was made. */
export function lastChange({ snapshot }: View, items: FeedItem[]): Date {
  const { inserted_at } = snapshot.page;
  return new Date(`${latestOf(...items.map((item) => item.changed_at)) || inserted_at}Z`);
}
