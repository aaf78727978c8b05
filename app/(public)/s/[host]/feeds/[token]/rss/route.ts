import { ownFeedRoute, RSS } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadFeed } from "#lib/site/feeds/read.ts";

export const GET = ownFeedRoute(FEEDS.own_rss, { ...RSS, open: loadFeed });
