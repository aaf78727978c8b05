import { feedRoute } from "#app/(public)/_feed.ts";
import { icalOf } from "#lib/public-page/feeds/ical.ts";
import { openIncidentCalendar } from "#lib/public-page/feeds/open-feed.ts";
import { numberIn } from "#lib/public-page/words/visitor.ts";
import { FEEDS } from "#lib/public-routes/pages.ts";

export const GET = feedRoute(FEEDS.incident, {
  type: "text/calendar",
  enabled: ({ calendar_enabled }) => calendar_enabled,
  open: (ctx, { subdomain, id }) =>
    openIncidentCalendar(ctx, { subdomain, incident_id: numberIn(id) }),
  draw: icalOf,
});
