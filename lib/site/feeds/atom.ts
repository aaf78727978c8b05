import { Feed } from "feed";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { withScheme } from "#lib/core/fields/address.ts";
import { imageUrl } from "#lib/pages/images/schema.ts";
import { feedHead } from "#lib/site/feeds/feed-head.ts";
import { feedItems, lastChange } from "#lib/site/feeds/feed-items.ts";
import { type FeedContent, feedPath } from "#lib/site/feeds/open-feed.ts";
import type { View } from "#lib/site/view/view.ts";
import { cleanLine, escapeHtml, feedText } from "#lib/site/words/escape.ts";

/**
 * An Atom feed: one entry per incident, maintenance and featured notice; of one incident, per
 * update.
 */
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
  // What is in another language is marked where it stands: in the HTML of the entries.
  return feed.atom1().replace("<feed ", `<feed xml:lang="${view.visit.locale}" `);
}
