import { Feed } from "feed";
import { feedHead } from "#lib/site/feeds/feed-head.ts";
import { feedItems, lastChange } from "#lib/site/feeds/feed-items.ts";
import { type FeedContent, feedPath } from "#lib/site/feeds/open-feed.ts";
import type { View } from "#lib/site/view/view.ts";
import { escapeHtml, feedData, feedText } from "#lib/site/words/escape.ts";

/** RSS 2.0: one item per incident, maintenance and featured notice; of one incident, per update. */
export async function rssOf(view: View, content: FeedContent): Promise<string> {
  const head = feedHead(view, content);
  const { url } = head;
  const items = await feedItems(view, content);
  const feed = new Feed({
    title: feedText(head.title),
    // Readers take a description for HTML.
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
