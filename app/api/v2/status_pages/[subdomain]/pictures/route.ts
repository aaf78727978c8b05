import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { MAX_PICTURES, MAX_PICTURES_MIB, Picture } from "#lib/incidents/pictures/schema.ts";
import { uploadPicture } from "#lib/incidents/pictures/upload-picture.ts";
import { MAX_IMAGE_BYTES, MIB } from "#lib/platform/http/protocol.ts";

const post = endpoint(
  {
    operation: "uploadPicture",
    summary: "Upload a picture for an update",
    description: `The body is the file: PNG, JPEG, WebP, GIF, AVIF, SVG or ICO, recognized by its content, up to ${MAX_IMAGE_BYTES / MIB} MiB and 24 megapixels. It is re-encoded as WebP without metadata, on white, at most 1600 pixels wide and 2000 high. Write it as \`![what it shows](address)\` in texts of this page; other images are links. A page keeps up to ${MAX_PICTURES} pictures of together ${MAX_PICTURES_MIB} MiB. One that no text has used a month after its upload is deleted.`,
    tag: "Incidents",
    access: "incident.write",
    params: PageParams,
    upload: { types: ["image/*", "application/octet-stream"], max_bytes: MAX_IMAGE_BYTES },
    response: wrapped("picture", Picture),
    status: 201,
    extension: true,
  },
  ({ ctx, params, file }) => uploadPicture(ctx, params, file),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: post });
