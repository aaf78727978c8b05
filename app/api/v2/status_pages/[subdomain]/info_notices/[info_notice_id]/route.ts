import { InfoNoticeParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { deleteInfoNotice } from "#lib/incidents/info-notices/delete.ts";
import { getInfoNotice } from "#lib/incidents/info-notices/read.ts";
import { InfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";

const read = endpoint(
  {
    operation: "getInfoNotice",
    summary: "Get an information notice",
    tag: "Information notices",
    access: "public",
    shared: READS.notice,
    params: InfoNoticeParams,
    response: wrapped("info_notice", InfoNotice),
  },
  ({ ctx, params }) => getInfoNotice(ctx, params),
);

const update = endpoint(
  {
    operation: "updateInfoNotice",
    summary: "Change an information notice",
    description:
      "Changes only the fields you send. An update in `updates` that is known (same `id`, or same text) is edited, another is posted; none is deleted.",
    tag: "Information notices",
    access: "incident.write",
    params: InfoNoticeParams,
    body: wrapped("info_notice", UpdateInfoNotice),
    response: wrapped("info_notice", InfoNotice),
  },
  ({ ctx, params, body }) => updateInfoNotice(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteInfoNotice",
    summary: "Delete an information notice",
    tag: "Information notices",
    access: "incident.write",
    params: InfoNoticeParams,
    response: null,
  },
  ({ ctx, params }) => deleteInfoNotice(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
