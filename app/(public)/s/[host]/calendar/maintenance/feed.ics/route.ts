import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { openMaintenanceCalendar } from "#lib/public-page/feeds/open-feed.ts";
import { FEEDS } from "#lib/public-routes/pages.ts";

export const GET = feedRoute(FEEDS.maintenance_calendar, {
  ...CALENDAR,
  open: openMaintenanceCalendar,
});
