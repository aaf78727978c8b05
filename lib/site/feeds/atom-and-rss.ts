import { Feed } from "feed";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { withScheme } from "#lib/core/fields/address.ts";
import { imageUrl } from "#lib/pages/images/schema.ts";
import { cleanLine, escapeHtml } from "#lib/platform/text.ts";
import { feedHead } from "#lib/site/feeds/head.ts";
import { feedItems, lastChange } from "#lib/site/feeds/items.ts";
import { type FeedContent, type FeedUnit, feedPath, unitQuery } from "#lib/site/feeds/read.ts";
import type { View } from "#lib/site/view/view.ts";

/** The feed library decodes `&amp;` before it escapes. */
function feedText(text: string): string {
  return text.replaceAll("&", "&amp;");
}

/** The feed library splits only the first `]]>` of a CDATA section. */
function feedData(text: string): string {
  const first = text.indexOf("]]>");
  return text.replaceAll("]]>", (end, at: number) => (at === first ? end : "]]]]><![CDATA[>"));
}

type Asked = { items?: string | undefined };

function unitOf({ items }: Asked): FeedUnit {
  return items === "incidents" ? "incidents" : "updates";
}

export async function atomOf(view: View, content: FeedContent, asked: Asked): Promise<string> {
  const { page } = view.snapshot;
  const { title, id, url } = feedHead(view, content);
  const unit = unitOf(asked);
  const items = await feedItems(view, content, unit);
  const feed = new Feed({
    title: feedText(title),
    id: `${id}${unitQuery(unit)}`,
    link: url,
    feed: `${url}${feedPath("atom", content)}${unitQuery(unit)}`,
    favicon: imageUrl(page, page.settings.favicon) ?? `${pageUrl(page)}/icon.svg`,
    author: { name: feedText(cleanLine(page.name)), link: withScheme(page.url) },
    updated: lastChange(view, items),
    generator: "Allclear",
  });
  for (const item of items) {
    const [date, published] = [new Date(`${item.changed_at}Z`), new Date(`${item.published_at}Z`)];
    feed.addItem({
      title: escapeHtml(item.title),
      id: item.id,
      link: item.url,
      date,
      published,
      content: item.html,
    });
  }
  return feed.atom1().replace("<feed ", `<feed xml:lang="${view.visit.locale}" `);
}

export async function rssOf(view: View, content: FeedContent, asked: Asked): Promise<string> {
  const head = feedHead(view, content);
  const { url } = head;
  const unit = unitOf(asked);
  const items = await feedItems(view, content, unit);
  const feed = new Feed({
    title: feedText(head.title),
    // Readers parse a description as HTML.
    description: feedText(escapeHtml(head.title)),
    id: url,
    link: url,
    feed: `${url}${feedPath("rss", content)}${unitQuery(unit)}`,
    language: view.visit.locale,
    updated: lastChange(view, items),
    generator: "Allclear",
    ttl: 5,
  });
  for (const item of items) {
    feed.addItem({
      title: feedData(item.title),
      guid: item.id,
      link: item.url,
      date: new Date(`${item.said_at}Z`),
      description: item.html,
    });
  }
  return feed.rss2();
}
