import { icalOf } from "#lib/public-page/feeds/ical.ts";
import { openCalendar } from "#lib/public-page/feeds/open-feed.ts";
import { feedRoute } from "../../../_feed.ts";

export const GET = feedRoute({
  type: "text/calendar",
  enabled: ({ calendar_enabled }) => calendar_enabled,
  open: openCalendar,
  draw: icalOf,
});
