import { feedRoute } from "#app/(public)/_feed.ts";
import { textIn } from "#app/(public)/_query.ts";
import { FEEDS } from "#lib/core/routes/routes.ts";
import { uptimeCsv } from "#lib/site/uptime/csv.ts";
import { loadUptime } from "#lib/site/uptime/read.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = feedRoute(FEEDS.uptime, {
  type: "text/csv",
  enabled: () => true,
  open: (ctx, { subdomain, id, from, to }) =>
    loadUptime(ctx, {
      subdomain,
      service_id: numberIn(id),
      asked: { from: textIn(from), to: textIn(to) },
    }),
  draw: (view, { explained }) => uptimeCsv(view, explained),
});
