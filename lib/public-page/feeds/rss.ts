import { Feed } from "feed";
import { pageUrl } from "#lib/addresses/url.ts";
import { feedItems, lastChange } from "#lib/public-page/feeds/feed-items.ts";
import type { FeedContent } from "#lib/public-page/feeds/open-feed.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { cleanLine, feedData, feedText } from "#lib/public-page/words/escape.ts";

/** The page as RSS 2.0: one item per incident, maintenance and featured notice. */
export async function rssOf(view: View, content: FeedContent): Promise<string> {
  const { page } = view.snapshot;
  const url = pageUrl(page);
  const items = await feedItems(view, content);
  const title = feedText(cleanLine(view.t("feeds.title", { name: page.name })));
  const feed = new Feed({
    title,
    description: title,
    id: url,
    link: url,
    feed: `${url}/rss`,
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
      date: new Date(`${item.changed_at}Z`),
      description: item.html,
    });
  }
  return feed.rss2();
}
