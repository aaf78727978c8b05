import { dataRoute } from "#app/(public)/_data.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";
import { openImage, typeOfFile } from "#lib/pages/images/images.ts";

export const GET = dataRoute(IMAGES.uploaded, async (ctx, asked) => {
  const body = new Uint8Array(await openImage(ctx, asked));
  return { type: typeOfFile(asked.file), body };
});
