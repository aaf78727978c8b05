import { OrganizationPageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteStatusPage } from "#lib/pages/create.ts";
import { getStatusPage } from "#lib/pages/read.ts";
import { StatusPage, UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";

const read = endpoint(
  {
    operation: "getStatusPage",
    summary: "Get a status page",
    tag: "Status pages",
    access: "page.read",
    params: OrganizationPageParams,
    response: wrapped("status_page", StatusPage),
  },
  ({ ctx, params }) => getStatusPage(ctx, params),
);

const update = endpoint(
  {
    operation: "updateStatusPage",
    summary: "Change a status page",
    description: "Changes only the fields you send.",
    tag: "Status pages",
    access: "status_page.write",
    params: OrganizationPageParams,
    body: wrapped("status_page", UpdateStatusPage),
    response: wrapped("status_page", StatusPage),
  },
  ({ ctx, params, body }) => updateStatusPage(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteStatusPage",
    summary: "Delete a status page",
    description: "With everything on it. Only owners may.",
    tag: "Status pages",
    access: "status_page.delete",
    params: OrganizationPageParams,
    response: null,
  },
  ({ ctx, params }) => deleteStatusPage(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
