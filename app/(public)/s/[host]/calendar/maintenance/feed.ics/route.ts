import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadMaintenanceCalendar } from "#lib/site/feeds/read.ts";

export const GET = feedRoute(FEEDS.maintenance_calendar, {
  ...CALENDAR,
  open: loadMaintenanceCalendar,
});
