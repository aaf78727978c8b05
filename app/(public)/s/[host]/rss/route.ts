import { feedRoute, RSS } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadFeed } from "#lib/site/feeds/read.ts";

export const GET = feedRoute(FEEDS.rss, { ...RSS, open: loadFeed });
