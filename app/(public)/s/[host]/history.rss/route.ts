import { feedRoute, RSS } from "#app/(public)/_feed.ts";
import { openFeed } from "#lib/public-page/feeds/open-feed.ts";
import { FEEDS } from "#lib/public-routes/pages.ts";

export const GET = feedRoute(FEEDS.history_rss, { ...RSS, open: openFeed });
