import { ImageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteImage, putImage } from "#lib/pages/images/images.ts";
import { Image } from "#lib/pages/images/schema.ts";
import { MAX_IMAGE_BYTES, MIB } from "#lib/platform/http/protocol.ts";

const put = endpoint(
  {
    operation: "uploadStatusPageImage",
    summary: "Upload an image of a status page",
    description: `The body is the file: PNG, JPEG, WebP, GIF, AVIF, SVG or ICO, recognized by its content, up to ${MAX_IMAGE_BYTES / MIB} MiB and 24 megapixels. It is re-encoded without metadata: a favicon as PNG, 32 and 180 pixels wide, everything else as WebP.`,
    tag: "Status pages",
    access: "status_page.write",
    params: ImageParams,
    upload: { types: ["image/*", "application/octet-stream"], max_bytes: MAX_IMAGE_BYTES },
    response: wrapped("image", Image),
    extension: true,
  },
  ({ ctx, params, file }) => putImage(ctx, params, file),
);

const remove = endpoint(
  {
    operation: "deleteStatusPageImage",
    summary: "Remove an image of a status page",
    tag: "Status pages",
    access: "status_page.write",
    params: ImageParams,
    response: null,
    extension: true,
  },
  ({ ctx, params }) => deleteImage(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  PUT: put,
  DELETE: remove,
});
