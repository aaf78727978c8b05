import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { loadPagePicture } from "#lib/site/picture/read.ts";

export const GET = dataRoute(IMAGES.picture, async (ctx, asked, visit) => {
  return { type: "image/png", body: await loadPagePicture(ctx, asked, visit) };
});
