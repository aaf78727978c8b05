import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { openPagePicture } from "#lib/site/picture/open.ts";

export const GET = dataRoute(IMAGES.picture, async (ctx, asked, visit) => {
  return { type: "image/png", body: await openPagePicture(ctx, asked, visit) };
});
