import { CALENDAR, feedRoute } from "#app/(public)/_feed.ts";
import { FEEDS } from "#lib/core/routes/pages.ts";
import { openServiceCalendar } from "#lib/public-page/feeds/open-feed.ts";
import { numberIn } from "#lib/public-page/words/visitor.ts";

export const GET = feedRoute(FEEDS.service_calendar, {
  ...CALENDAR,
  open: (ctx, { subdomain, id }) =>
    openServiceCalendar(ctx, { subdomain, service_id: numberIn(id) }),
});
