import { Feed } from "feed";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { withScheme } from "#lib/core/fields/address.ts";
import { imageUrl } from "#lib/pages/images/schema.ts";
import { feedHead } from "#lib/site/feeds/head.ts";
import { feedItems, lastChange } from "#lib/site/feeds/items.ts";
import { type FeedContent, feedPath } from "#lib/site/feeds/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { cleanLine, escapeHtml, feedData, feedText } from "#lib/site/words/escape.ts";

/** Atom: an entry per incident, maintenance and notice; in an incident's feed, per update. */
export async function atomOf(view: View, content: FeedContent): Promise<string> {
  const { page } = view.snapshot;
  const { title, id, url } = feedHead(view, content);
  const items = await feedItems(view, content);
  const feed = new Feed({
    title: feedText(title),
    id,
    link: url,
    feed: `${url}${feedPath("atom", content)}`,
    favicon: imageUrl(page, page.settings.favicon) ?? `${pageUrl(page)}/icon.svg`,
    author: { name: feedText(cleanLine(page.name)), link: withScheme(page.url) },
    updated: lastChange(view, content, items),
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

export async function rssOf(view: View, content: FeedContent): Promise<string> {
  const head = feedHead(view, content);
  const { url } = head;
  const items = await feedItems(view, content);
  const feed = new Feed({
    title: feedText(head.title),
    // Readers parse a description as HTML.
    description: feedText(escapeHtml(head.title)),
    id: url,
    link: url,
    feed: `${url}${feedPath("rss", content)}`,
    language: view.visit.locale,
    updated: lastChange(view, content, items),
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
