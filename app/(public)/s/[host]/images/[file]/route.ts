import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { contentTypeOf, loadImage } from "#lib/pages/images/images.ts";

export const GET = dataRoute(IMAGES.uploaded, async (ctx, asked) => {
  const body = new Uint8Array(await loadImage(ctx, asked));
  return { type: contentTypeOf(asked.file), body };
});
