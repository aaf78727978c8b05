import { feedRoute, RSS } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openIncidentFeed } from "#lib/site/feeds/open-feed.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.incident_rss, {
  ...RSS,
  open: (ctx, { subdomain, id }) => openIncidentFeed(ctx, { subdomain, incident_id: numberIn(id) }),
});
