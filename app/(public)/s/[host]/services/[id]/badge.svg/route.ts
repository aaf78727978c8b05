import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { badgeLook, serviceBadge } from "#lib/site/badge.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { publicService } from "#lib/site/snapshot/snapshot.ts";
import { viewOf } from "#lib/site/view/view.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

export const GET = dataRoute(IMAGES.service_badge, async (ctx, asked, visit) => {
  const { snapshot } = await loadSnapshot(ctx, asked);
  const service = publicService(snapshot, numberIn(asked.id));
  const body = serviceBadge(service, viewOf(visit, snapshot), badgeLook(asked));
  return { type: "image/svg+xml", body };
});
