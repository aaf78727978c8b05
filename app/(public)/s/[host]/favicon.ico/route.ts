import { iconRoute } from "#app/(public)/_icon.ts";
import { IMAGES } from "#lib/core/routes/routes.ts";

export const GET = iconRoute(IMAGES.favicon, { fileOf: ({ file }) => file, size: 48 });
