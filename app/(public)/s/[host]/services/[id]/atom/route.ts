import { ATOM, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openServiceFeed } from "#lib/site/feeds/open-feed.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.service_atom, {
  ...ATOM,
  open: (ctx, { subdomain, id }) => openServiceFeed(ctx, { subdomain, service_id: numberIn(id) }),
});
