import { dataRoute } from "#app/(public)/_data.ts";
import { iconOf } from "#app/(public)/_ui/icon.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";

export const GET = dataRoute(IMAGES.icon, async (ctx, asked) => {
  const { snapshot } = await loadSnapshot(ctx, asked);
  const quiet = snapshot.by_id.size > 0 ? "none" : "unknown";
  return { type: "image/svg+xml", body: iconOf(snapshot.state?.severity ?? quiet) };
});
