import { dataRoute } from "#app/(public)/_data.ts";
import { openImage, typeOfFile } from "#lib/images/read.ts";
import { IMAGES } from "#lib/public-routes/pages.ts";

export const GET = dataRoute(IMAGES.uploaded, async (ctx, asked) => {
  const body = new Uint8Array(await openImage(ctx, asked));
  return { type: typeOfFile(asked.file), body };
});
