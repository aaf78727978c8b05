import { feedRoute } from "#app/(public)/_feed.ts";
import { openFeed } from "#lib/public-page/feeds/open-feed.ts";
import { rssOf } from "#lib/public-page/feeds/rss.ts";
import { FEEDS } from "#lib/public-routes/pages.ts";

export const GET = feedRoute(FEEDS.rss, {
  type: "application/rss+xml",
  enabled: ({ feed_enabled }) => feed_enabled,
  open: openFeed,
  draw: rssOf,
});
