import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openIncidentCalendar } from "#lib/site/feeds/open-feed.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.incident, {
  ...CALENDAR,
  open: (ctx, { subdomain, id }) =>
    openIncidentCalendar(ctx, { subdomain, incident_id: numberIn(id) }),
});
