import { feedRoute } from "#app/(public)/_feed.ts";
import { icalOf } from "#lib/public-page/feeds/ical.ts";
import { openCalendar } from "#lib/public-page/feeds/open-feed.ts";
import { FEEDS } from "#lib/public-routes/pages.ts";

export const GET = feedRoute(FEEDS.calendar, {
  type: "text/calendar",
  enabled: ({ calendar_enabled }) => calendar_enabled,
  open: openCalendar,
  draw: icalOf,
});
