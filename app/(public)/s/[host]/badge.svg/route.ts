import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { badgeLook, pageBadge } from "#lib/site/badge.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { viewOf } from "#lib/site/view/view.ts";

export const GET = dataRoute(IMAGES.badge, async (ctx, asked, visit) => {
  const { snapshot } = await loadSnapshot(ctx, asked);
  return { type: "image/svg+xml", body: pageBadge(viewOf(visit, snapshot), badgeLook(asked)) };
});
