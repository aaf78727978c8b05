import { dataRoute } from "#app/(public)/_data.ts";
import { iconOf } from "#app/(public)/_ui/icon.ts";
import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { IMAGES } from "#lib/public-routes/pages.ts";

export const GET = dataRoute(IMAGES.icon, async (ctx, asked) => {
  const { snapshot } = await openSnapshot(ctx, asked);
  const quiet = snapshot.by_id.size > 0 ? "none" : "unknown";
  return { type: "image/svg+xml", body: iconOf(snapshot.state?.severity ?? quiet) };
});
