import { dataRoute } from "#app/(public)/_data.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Declared, PageRequest } from "#lib/core/routes/route.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { atomOf, rssOf } from "#lib/site/feeds/atom-and-rss.ts";
import { icalOf } from "#lib/site/feeds/ical.ts";
import type { FeedContent } from "#lib/site/feeds/read.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { type View, viewOf } from "#lib/site/view/view.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

const BY_FEED = ({ feed_enabled }: Settings) => feed_enabled;

export const RSS = { type: "application/rss+xml", enabled: BY_FEED, draw: rssOf };
export const ATOM = { type: "application/atom+xml", enabled: BY_FEED, draw: atomOf };
export const CALENDAR = {
  type: "text/calendar",
  enabled: ({ calendar_enabled }: Settings) => calendar_enabled,
  draw: icalOf,
};

type Shown = { snapshot: Snapshot };

type Feed<P extends string, Q extends string, Content extends Shown> = {
  type: string;
  enabled: (settings: Settings) => boolean;
  open: (ctx: Context, asked: PageRequest<P, Q>) => Promise<Content>;
  draw: (view: View, content: Content, asked: PageRequest<P, Q>) => string | Promise<string>;
};

async function drawn<P extends string, Q extends string, Content extends Shown>(
  feed: Pick<Feed<P, Q, Content>, "type" | "enabled" | "draw">,
  content: Content,
  asked: PageRequest<P, Q>,
  visit: Visit,
) {
  const { snapshot } = content;
  if (!feed.enabled(snapshot.page.settings)) return null;
  const body = await feed.draw(viewOf(visit, snapshot), content, asked);
  return { type: `${feed.type}; charset=utf-8`, body };
}

/** The route of a feed or calendar, by its entry in lib/core/routes/routes.ts. */
export function feedRoute<P extends string, Q extends string, Content extends Shown>(
  route: Declared<"feed", P, Q>,
  feed: Feed<P, Q, Content>,
) {
  return dataRoute(route, async (ctx, asked, visit) =>
    drawn(feed, await feed.open(ctx, asked), asked, visit),
  );
}

/** The same at an address of somebody's own, for programs that cannot sign in. */
export function ownFeedRoute<Q extends string, Content extends FeedContent>(
  route: Declared<"feed", "token", Q>,
  feed: Feed<"token", Q, Content>,
) {
  return dataRoute(
    route,
    async (ctx, asked, visit) =>
      drawn(feed, { ...(await feed.open(ctx, asked)), token: asked.token }, asked, visit),
    ({ subdomain, token }) => ({ subdomain, token }),
  );
}
