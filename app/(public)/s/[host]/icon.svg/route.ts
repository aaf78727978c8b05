import { dataRoute } from "#app/(public)/_data.ts";
import { stateIcon } from "#app/(public)/_icon.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";

export const GET = dataRoute(IMAGES.icon, async (ctx, asked) => {
  const { snapshot } = await loadSnapshot(ctx, asked);
  return { type: "image/svg+xml", body: stateIcon(snapshot) };
});
