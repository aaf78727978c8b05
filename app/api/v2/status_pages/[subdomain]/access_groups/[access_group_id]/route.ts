import { AccessGroupParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import {
  deleteAccessGroup,
  getAccessGroup,
  updateAccessGroup,
} from "#lib/services/access-groups/access-groups.ts";
import { AccessGroup, UpdateAccessGroup } from "#lib/services/access-groups/schema.ts";

const read = endpoint(
  {
    operation: "getAccessGroup",
    summary: "Get an access group",
    tag: "Access groups",
    access: "page.read",
    params: AccessGroupParams,
    response: wrapped("access_group", AccessGroup),
  },
  ({ ctx, params }) => getAccessGroup(ctx, params),
);

const update = endpoint(
  {
    operation: "updateAccessGroup",
    summary: "Change an access group",
    description: "Changes only the fields you send.",
    tag: "Access groups",
    access: "access_group.write",
    params: AccessGroupParams,
    body: wrapped("access_group", UpdateAccessGroup),
    response: wrapped("access_group", AccessGroup),
  },
  ({ ctx, params, body }) => updateAccessGroup(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteAccessGroup",
    summary: "Delete an access group",
    description: "Viewers who are then in no group see the whole page.",
    tag: "Access groups",
    access: "access_group.write",
    params: AccessGroupParams,
    response: null,
    status: 204,
  },
  ({ ctx, params }) => deleteAccessGroup(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
