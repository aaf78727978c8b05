import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { openServiceCalendar } from "#lib/site/feeds/open-feed.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.service_calendar, {
  ...CALENDAR,
  open: (ctx, { subdomain, id }) =>
    openServiceCalendar(ctx, { subdomain, service_id: numberIn(id) }),
});
