import { atomOf } from "#lib/public-page/feeds/atom.ts";
import { openFeed } from "#lib/public-page/feeds/open-feed.ts";
import { feedRoute } from "../../../_feed.ts";

export const GET = feedRoute({
  type: "application/atom+xml",
  enabled: ({ feed_enabled }) => feed_enabled,
  open: openFeed,
  draw: atomOf,
});
