import { iconRoute } from "#app/(public)/_icon.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";

export const GET = iconRoute(IMAGES.touch_icon, {
  fileOf: ({ file, touch_file = file }) => touch_file,
  size: 180,
});
