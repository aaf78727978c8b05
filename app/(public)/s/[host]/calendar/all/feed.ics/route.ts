import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadCalendar } from "#lib/site/feeds/read.ts";

export const GET = feedRoute(FEEDS.whole_calendar, { ...CALENDAR, open: loadCalendar });
