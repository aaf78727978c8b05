import { CALENDAR, ownFeedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadCalendar } from "#lib/site/feeds/read.ts";

export const GET = ownFeedRoute(FEEDS.own_calendar, { ...CALENDAR, open: loadCalendar });
