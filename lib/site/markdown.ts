import { incidentUrl, infoNoticeUrl, pageUrl, summaryUrl } from "#lib/core/addresses/url.ts";
import { withPictureUrlsMarkdown } from "#lib/core/markdown/pictures.ts";
import { withoutComments } from "#lib/core/markdown/source.ts";
import { env } from "#lib/platform/config/env.ts";
import { cleanLine, cleanText } from "#lib/platform/text.ts";
import type { PublicIncident, PublicNotice } from "#lib/site/snapshot/incidents.ts";
import type { Postmortem } from "#lib/site/snapshot/records.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { courseText } from "#lib/site/view/course.ts";
import { affectedNames, isUncounted, stateName, type View } from "#lib/site/view/view.ts";
import { planText, timesText, updateWord } from "#lib/site/words/labels.ts";
import { localized } from "#lib/site/words/localized.ts";
import { pageTitle } from "#lib/site/words/titles.ts";

const BYTES = 900_000;

/** Keeps the blocks that fit and links the rest. */
function joined(blocks: readonly string[], url: string, { t }: View): string {
  let room = BYTES;
  const cut = blocks.findIndex((block) => {
    room -= Buffer.byteLength(block) + 2;
    return room < 0;
  });
  const fitting =
    cut < 0 ? blocks : [...blocks.slice(0, cut), `[${t("machines.markdown.more")}](${url})`];
  return `${fitting.join("\n\n")}\n`;
}

function plain(text: string): string {
  return cleanLine(text).replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}

/** Quotes operators' Markdown, to set it apart from our own texts. */
function quoted(text: string, { snapshot }: View): string {
  return cleanText(withPictureUrlsMarkdown(withoutComments(text), pageUrl(snapshot.page)))
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

type Posted = { description: string; translations: unknown; posted_at: string };

function updateBlock(update: Posted, word: string, view: View): string {
  const text = quoted(localized(update, "description", view.visit), view);
  return `**${plain(word)}** · ${view.f.dateTime(update.posted_at)}\n\n${text}`;
}

function facts(incident: PublicIncident, view: View): string {
  const { f, t } = view;
  const labeled = (label: string, value: string) => `- ${t("joined.label", { label, value })}`;
  const time = planText(incident, view) ?? timesText(incident, view);
  const names = affectedNames(incident, view);
  const affected =
    names.length > 0 ? [labeled(t("machines.markdown.affects"), plain(f.list(names)))] : [];
  const course = courseText(incident, view);
  return [
    labeled(t("machines.markdown.kind"), plain(stateName(incident, view))),
    labeled(t("machines.markdown.time"), time),
    ...(course === null ? [] : [`- ${plain(course)}`]),
    ...affected,
    ...(incident.automation === "detected" ? [`- ${t("automation.detected")}`] : []),
    ...(isUncounted(incident, view) ? [`- ${t("public.incidents.uncounted")}`] : []),
  ].join("\n");
}

function updateBlocks(incident: PublicIncident, view: View): string[] {
  return incident.updates.map((update) =>
    updateBlock(update, view.t(updateWord(update, incident)), view),
  );
}

function incidentBlocks(incident: PublicIncident, view: View): string[] {
  const { snapshot, visit } = view;
  const url = incidentUrl(snapshot.page, incident.id);
  const title = plain(localized(incident, "title", visit));
  return [
    `### [${title}](${url})`,
    facts(incident, view),
    ...updateBlocks(incident, view).slice(0, 1),
  ];
}

function noticeBlocks(notice: PublicNotice, view: View): string[] {
  const { t, snapshot, visit } = view;
  const url = infoNoticeUrl(snapshot.page, notice.id);
  const title = plain(localized(notice, "title", visit));
  const said = notice.updates.slice(0, 1);
  return [
    `### [${title}](${url})`,
    ...said.map((update) => updateBlock(update, t("public.notices.posted"), view)),
  ];
}

function serviceLines(services: readonly PublicService[], view: View, depth = 0): string[] {
  const { t, snapshot, visit } = view;
  return services.flatMap((service) => {
    const { state, children } = service;
    const own = state && snapshot.types.get(state.type);
    const word = own
      ? localized(own, "name", visit)
      : t(`public.state.${state?.severity ?? "none"}`);
    const name = plain(localized(service, "name", visit));
    return [
      `${"  ".repeat(depth)}- ${t("joined.label", { label: name, value: plain(word) })}`,
      ...serviceLines(children, view, depth + 1),
    ];
  });
}

function section(title: string, blocks: readonly string[]): string[] {
  return blocks.length > 0 ? [`## ${title}`, ...blocks] : [];
}

function pastLines(view: View): string[] {
  const { snapshot, visit, t, f } = view;
  return snapshot.past_days.flatMap(({ day, incidents }) =>
    incidents.map((incident) => {
      const url = incidentUrl(snapshot.page, incident.id);
      const title = plain(localized(incident, "title", visit));
      const note = plain(stateName(incident, view));
      const value = t("joined.note", { name: `[${title}](${url})`, note });
      return `- ${t("joined.label", { label: f.calendarDay(day), value })}`;
    }),
  );
}

function lines(all: readonly string[]): string[] {
  return all.length > 0 ? [all.join("\n")] : [];
}

export function pageMarkdown(view: View): string {
  const { snapshot, sentence, t, f } = view;
  const { page, as_of, incidents, maintenances, notices } = snapshot;
  const url = pageUrl(page);
  const { upcoming_maintenances, withdrawn_maintenances } = snapshot;
  const planned = [...maintenances, ...upcoming_maintenances, ...withdrawn_maintenances];
  const blocks = [
    `# ${plain(pageTitle(page, t))}`,
    `**${plain(sentence.text)}** · ${t("machines.markdown.as_of", { time: f.dateTime(as_of) })}`,
    ...section(
      t("public.incidents.open"),
      incidents.flatMap((each) => incidentBlocks(each, view)),
    ),
    ...section(
      t("public.maintenance.title"),
      planned.flatMap((each) => incidentBlocks(each, view)),
    ),
    ...section(
      t("public.notices.title"),
      notices.flatMap((each) => noticeBlocks(each, view)),
    ),
    ...section(t("public.services.title"), lines(serviceLines(snapshot.services, view))),
    ...section(t("machines.markdown.recent"), lines(pastLines(view))),
    ...section(t("machines.markdown.data"), [`- ${url}/llms.txt`]),
  ];
  return joined(blocks, url, view);
}

type IncidentPage = { incident: PublicIncident; postmortem: Postmortem | null };

export function incidentMarkdown(view: View, { incident, postmortem }: IncidentPage): string {
  const { snapshot, visit, t } = view;
  const url = incidentUrl(snapshot.page, incident.id);
  const blocks = [
    `# ${plain(localized(incident, "title", visit))}`,
    facts(incident, view),
    ...section(
      t("public.incidents.postmortem"),
      postmortem ? [quoted(postmortem.description, view)] : [],
    ),
    ...section(t("public.incidents.timeline"), updateBlocks(incident, view)),
  ];
  return joined(blocks, url, view);
}

export function noticeMarkdown(view: View, { notice }: { notice: PublicNotice }): string {
  const { snapshot, visit, t } = view;
  const url = infoNoticeUrl(snapshot.page, notice.id);
  const said = notice.updates.map((update) =>
    updateBlock(update, t("public.notices.posted"), view),
  );
  return joined([`# ${plain(localized(notice, "title", visit))}`, ...said], url, view);
}

type Entry = [title: string, address: string, about: string];

// The format of llms.txt has this colon in every language.
function list(entries: readonly Entry[]): string {
  return entries.map(([title, address, about]) => `- [${title}](${address}): ${about}`).join("\n");
}

export function llmsText(view: View): string {
  const { t, snapshot } = view;
  const { name, settings } = snapshot.page;
  const url = pageUrl(snapshot.page);
  const feeds: Entry[] = [
    ...(settings.feed_enabled ? [["RSS", `${url}/rss`, t("machines.llms.rss")] as Entry] : []),
    ...(settings.calendar_enabled
      ? [["iCalendar", `${url}/calendar.ics`, t("machines.llms.calendar")] as Entry]
      : []),
  ];
  const data: Entry[] = [
    ["summary", summaryUrl(snapshot.page), t("machines.llms.summary")],
    ["summary.json", `${url}/api/v2/summary.json`, t("machines.llms.statuspage")],
    ...feeds,
    ["badge.svg", `${url}/badge.svg`, t("machines.llms.badge")],
    ["live", `${url}/live`, t("machines.llms.live")],
    ["API", `${env().APP_URL}/docs/api`, t("machines.llms.reference")],
  ];
  const blocks = [
    `# ${cleanLine(pageTitle(snapshot.page, t))}`,
    `> ${cleanLine(t("machines.llms.about", { name }))}`,
    `## ${t("machines.llms.current")}`,
    list([[t("machines.llms.current"), `${url}/index.md`, t("machines.llms.markdown")]]),
    `## ${t("machines.markdown.data")}`,
    list(data),
  ];
  return `${blocks.join("\n\n")}\n`;
}
