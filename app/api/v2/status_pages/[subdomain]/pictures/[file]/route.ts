import { PictureParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deletePicture } from "#lib/incidents/pictures/delete-picture.ts";

const remove = endpoint(
  {
    operation: "deletePicture",
    summary: "Delete a picture",
    description:
      "At once and for everyone. `file` is what follows `/images/` in its address. Texts that show it have its words instead.",
    tag: "Incidents",
    access: "incident.write",
    params: PictureParams,
    response: null,
    extension: true,
  },
  ({ ctx, params }) => deletePicture(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ DELETE: remove });
