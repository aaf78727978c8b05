import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadIncidentCalendar } from "#lib/site/feeds/read.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.incident, {
  ...CALENDAR,
  open: (ctx, { subdomain, id }) =>
    loadIncidentCalendar(ctx, { subdomain, incident_id: numberIn(id) }),
});
