import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openMaintenanceCalendar } from "#lib/site/feeds/open-feed.ts";

export const GET = feedRoute(FEEDS.maintenance_calendar, {
  ...CALENDAR,
  open: openMaintenanceCalendar,
});
