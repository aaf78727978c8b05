import { feedRoute } from "#app/(public)/_feed.ts";
import { atomOf } from "#lib/public-page/feeds/atom.ts";
import { openFeed } from "#lib/public-page/feeds/open-feed.ts";
import { FEEDS } from "#lib/public-routes/pages.ts";

export const GET = feedRoute(FEEDS.atom, {
  type: "application/atom+xml",
  enabled: ({ feed_enabled }) => feed_enabled,
  open: openFeed,
  draw: atomOf,
});
