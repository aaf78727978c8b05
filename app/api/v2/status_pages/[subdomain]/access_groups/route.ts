import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { createAccessGroup, listAccessGroups } from "#lib/services/access-groups/access-groups.ts";
import { AccessGroup, CreateAccessGroup } from "#lib/services/access-groups/schema.ts";

const list = endpoint(
  {
    operation: "listAccessGroups",
    summary: "List access groups",
    description: "All of the page, oldest first.",
    tag: "Access groups",
    access: "page.read",
    params: PageParams,
    response: wrapped("access_groups", z.array(AccessGroup)),
  },
  ({ ctx, params }) => listAccessGroups(ctx, params),
);

const create = endpoint(
  {
    operation: "createAccessGroup",
    summary: "Create an access group",
    description:
      "On a page for members only, viewers in access groups see the services of their groups, and what concerns those services or the whole page. Viewers in no group see everything.",
    tag: "Access groups",
    access: "access_group.write",
    params: PageParams,
    body: wrapped("access_group", CreateAccessGroup),
    response: wrapped("access_group", AccessGroup),
  },
  ({ ctx, params, body }) => createAccessGroup(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
