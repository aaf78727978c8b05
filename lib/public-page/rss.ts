import { Feed } from "feed";
import { xmlSafe } from "#lib/public-page/escape.ts";
import { feedItems, lastChange } from "#lib/public-page/feed-items.ts";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import type { View } from "#lib/public-page/view.ts";
import { pageUrl } from "#lib/status-pages/address.ts";

/** The page as RSS 2.0: one item per incident, maintenance and featured notice. */
export function rssOf(view: View, incidents: PublicIncident[]): string {
  const { page } = view.snapshot;
  const url = pageUrl(page.subdomain);
  const items = feedItems(view, incidents);
  const title = xmlSafe(view.t("feeds.title", { name: page.name }));
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
      title: item.title,
      id: item.url,
      guid: item.url,
      link: item.url,
      date: new Date(`${item.changed_at}Z`),
      description: item.html,
    });
  }
  return feed.rss2();
}
