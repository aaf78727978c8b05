import { openFeed } from "#lib/public-page/feeds/open-feed.ts";
import { rssOf } from "#lib/public-page/feeds/rss.ts";
import { feedRoute } from "../../../_feed.ts";

export const GET = feedRoute({
  type: "application/rss+xml",
  enabled: ({ feed_enabled }) => feed_enabled,
  open: openFeed,
  draw: rssOf,
});
