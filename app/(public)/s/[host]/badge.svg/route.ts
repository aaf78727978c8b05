import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { lookOf, pageBadge } from "#lib/site/badge/badges.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { viewOf } from "#lib/site/view/view.ts";

export const GET = dataRoute(IMAGES.badge, async (ctx, asked, visit) => {
  const { snapshot } = await openSnapshot(ctx, asked);
  return { type: "image/svg+xml", body: pageBadge(viewOf(visit, snapshot), lookOf(asked)) };
});
