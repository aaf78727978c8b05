import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { loadServiceCalendar } from "#lib/site/feeds/read.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.service_calendar, {
  ...CALENDAR,
  open: (ctx, { subdomain, id }) =>
    loadServiceCalendar(ctx, { subdomain, service_id: numberIn(id) }),
});
