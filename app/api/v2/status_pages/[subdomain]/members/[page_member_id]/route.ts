import { PageMemberParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deletePageMember, updatePageMember } from "#lib/identity/members/page-members.ts";
import { PageMember, UpdatePageMember } from "#lib/identity/members/schema.ts";

const update = endpoint(
  {
    operation: "updatePageMember",
    summary: "Give a member another role on a single page",
    tag: "Members",
    access: "page_member.write",
    extension: true,
    params: PageMemberParams,
    body: wrapped("member", UpdatePageMember),
    response: wrapped("member", PageMember),
  },
  ({ ctx, params, body }) => updatePageMember(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deletePageMember",
    summary: "Remove a member from a single page",
    description: "Their role in the organization, if they have one, applies again.",
    tag: "Members",
    access: "page_member.write",
    extension: true,
    params: PageMemberParams,
    response: null,
    status: 204,
  },
  ({ ctx, params }) => deletePageMember(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  PUT: update,
  DELETE: remove,
});
