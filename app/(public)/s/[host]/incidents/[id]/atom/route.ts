import { ATOM, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadIncidentFeed } from "#lib/site/feeds/read.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.incident_atom, {
  ...ATOM,
  open: (ctx, { subdomain, id }) => loadIncidentFeed(ctx, { subdomain, incident_id: numberIn(id) }),
});
