import { feedRoute, RSS } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openFeed } from "#lib/site/feeds/open-feed.ts";

export const GET = feedRoute(FEEDS.history_rss, { ...RSS, open: openFeed });
