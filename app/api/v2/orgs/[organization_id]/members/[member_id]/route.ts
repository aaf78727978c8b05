import { MemberParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteMember, updateMember } from "#lib/identity/members/members.ts";
import { Member, UpdateMember } from "#lib/identity/members/schema.ts";

const update = endpoint(
  {
    operation: "updateMember",
    summary: "Give a member another role",
    description: "The last owner keeps that role.",
    tag: "Members",
    access: "organization.write",
    params: MemberParams,
    body: wrapped("member", UpdateMember),
    response: wrapped("member", Member),
  },
  ({ ctx, params, body }) => updateMember(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteMember",
    summary: "Remove a member from an organization",
    description: "Also removes them from its single pages. The last owner cannot be removed.",
    tag: "Members",
    access: "organization.write",
    params: MemberParams,
    response: null,
    status: 204,
  },
  ({ ctx, params }) => deleteMember(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  PUT: update,
  DELETE: remove,
});
