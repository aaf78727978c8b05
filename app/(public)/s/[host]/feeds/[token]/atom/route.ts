import { ATOM, ownFeedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openFeed } from "#lib/site/feeds/open-feed.ts";

export const GET = ownFeedRoute(FEEDS.own_atom, { ...ATOM, open: openFeed });
