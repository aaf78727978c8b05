import { feedRoute, RSS } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadServiceFeed } from "#lib/site/feeds/read.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.service_rss, {
  ...RSS,
  open: (ctx, { subdomain, id }) => loadServiceFeed(ctx, { subdomain, service_id: numberIn(id) }),
});
