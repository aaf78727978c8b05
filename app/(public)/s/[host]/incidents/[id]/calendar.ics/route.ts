import { icalOf } from "#lib/public-page/ical.ts";
import { feedRoute } from "../../../../../_feed.ts";

export const GET = feedRoute({ type: "text/calendar", enabled: ({ calendar_enabled }) => calendar_enabled, draw: icalOf });
