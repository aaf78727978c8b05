import { ATOM, ownFeedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadFeed } from "#lib/site/feeds/read.ts";

export const GET = ownFeedRoute(FEEDS.own_atom, { ...ATOM, open: loadFeed });
