import { incidentUrl, infoNoticeUrl, pageUrl } from "#lib/core/addresses/url.ts";
import type { PublicIncident, PublicNotice } from "#lib/site/snapshot/incidents.ts";
import type { Postmortem } from "#lib/site/snapshot/open.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import { typeName } from "#lib/site/view/type-name.ts";
import { namesOf, type View } from "#lib/site/view/view.ts";
import { cleanLine, cleanText } from "#lib/site/words/escape.ts";
import { localized } from "#lib/site/words/localized.ts";
import { pageTitle } from "#lib/site/words/page-title.ts";
import { updateWord } from "#lib/site/words/update-word.ts";

const BYTES = 900_000;

/** Blocks as far as they fit, the first ones first; then, that there is more, and where. */
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

/** A text on one line, of which nothing is taken for markup. */
function plain(text: string): string {
  return cleanLine(text).replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}

/** What an operator wrote, which is Markdown, apart from what we say ourselves. */
function quoted(text: string): string {
  return cleanText(text)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

type Posted = { description: string; translations: unknown; posted_at: string };

function updateBlock(update: Posted, word: string, { f, visit }: View): string {
  const text = quoted(localized(update, "description", visit));
  return `**${plain(word)}** · ${f.dateTime(update.posted_at)}\n\n${text}`;
}

function facts(incident: PublicIncident, view: View): string {
  const { f, t } = view;
  const { starts_at, ends_at, service_ids } = incident;
  const end = ends_at === null ? t("feeds.ongoing") : f.dateTime(ends_at);
  const names = namesOf(service_ids, view);
  const affected =
    names.length > 0 ? [`- ${t("machines.markdown.affects")}: ${plain(names.join(", "))}`] : [];
  return [
    `- ${t("machines.markdown.kind")}: ${plain(typeName(incident, view))}`,
    `- ${t("machines.markdown.time")}: ${f.dateTime(starts_at)} – ${end}`,
    ...affected,
    ...(incident.automation === "detected" ? [`- ${t("automation.detected")}`] : []),
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
      `${"  ".repeat(depth)}- ${name}: ${plain(word)}`,
      ...serviceLines(children, view, depth + 1),
    ];
  });
}

function section(title: string, blocks: readonly string[]): string[] {
  return blocks.length > 0 ? [`## ${title}`, ...blocks] : [];
}

function pastLines(view: View): string[] {
  const { snapshot, visit, f } = view;
  return snapshot.past_days.flatMap(({ day, incidents }) =>
    incidents.map((incident) => {
      const url = incidentUrl(snapshot.page, incident.id);
      const title = plain(localized(incident, "title", visit));
      return `- ${f.calendarDay(day)}: [${title}](${url}) (${plain(typeName(incident, view))})`;
    }),
  );
}

function lines(all: readonly string[]): string[] {
  return all.length > 0 ? [all.join("\n")] : [];
}

/** A status page for who reads Markdown: what its HTML says, in its order. */
export function pageMarkdown(view: View): string {
  const { snapshot, sentence, t, f } = view;
  const { page, as_of, incidents, maintenances, upcoming_maintenances, notices } = snapshot;
  const url = pageUrl(page);
  const planned = [...maintenances, ...upcoming_maintenances];
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

type Told = { incident: PublicIncident; postmortem: Postmortem | null };

/** An incident or maintenance with all its updates, newest first. */
export function incidentMarkdown(view: View, { incident, postmortem }: Told): string {
  const { snapshot, visit, t } = view;
  const url = incidentUrl(snapshot.page, incident.id);
  const blocks = [
    `# ${plain(localized(incident, "title", visit))}`,
    facts(incident, view),
    ...section(
      t("public.incidents.postmortem"),
      postmortem ? [quoted(postmortem.description)] : [],
    ),
    ...section(t("public.incidents.timeline"), updateBlocks(incident, view)),
  ];
  return joined(blocks, url, view);
}

/** A notice with all its updates, newest first. */
export function noticeMarkdown(view: View, { notice }: { notice: PublicNotice }): string {
  const { snapshot, visit, t } = view;
  const url = infoNoticeUrl(snapshot.page, notice.id);
  const said = notice.updates.map((update) =>
    updateBlock(update, t("public.notices.posted"), view),
  );
  return joined([`# ${plain(localized(notice, "title", visit))}`, ...said], url, view);
}
