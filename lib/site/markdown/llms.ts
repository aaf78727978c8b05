import { pageUrl, summaryUrl } from "#lib/core/addresses/url.ts";
import { env } from "#lib/platform/config/env.ts";
import type { View } from "#lib/site/view/view.ts";
import { cleanLine } from "#lib/site/words/escape.ts";
import { pageTitle } from "#lib/site/words/page-title.ts";

type Entry = [title: string, address: string, about?: string];

function list(entries: readonly Entry[]): string {
  return entries
    .map(([title, address, about]) => `- [${title}](${address})${about ? `: ${about}` : ""}`)
    .join("\n");
}

/** What programs that read find on a page, as https://llmstxt.org has it. */
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
