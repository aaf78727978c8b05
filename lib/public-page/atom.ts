import { Feed } from "feed";
import { escapeHtml, xmlSafe } from "#lib/public-page/escape.ts";
import { feedItems, lastChange } from "#lib/public-page/feed-items.ts";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import type { View } from "#lib/public-page/view.ts";
import { pageUrl } from "#lib/status-pages/address.ts";

/** The page as an Atom feed: one entry per incident, maintenance and featured notice. */
export function atomOf(view: View, incidents: PublicIncident[]): string {
  const { page } = view.snapshot;
  const url = pageUrl(page.subdomain);
  const items = feedItems(view, incidents);
  const feed = new Feed({
    title: xmlSafe(view.t("feeds.title", { name: page.name })),
    id: `${url}/`,
    link: url,
    feed: `${url}/atom`,
    author: { name: xmlSafe(page.name), link: page.url },
    updated: lastChange(view, items),
    generator: "Allclear",
  });
  for (const item of items) {
    const [date, published] = [new Date(`${item.changed_at}Z`), new Date(`${item.published_at}Z`)];
    feed.addItem({ title: escapeHtml(item.title), id: item.url, link: item.url, date, published, content: item.html });
  }
  return feed.atom1();
}
