import { z } from "zod";
import { OrganizationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom, word } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { addMember, listMembers } from "#lib/identity/members/members.ts";
import { AddedMember, AddMember, Member } from "#lib/identity/members/schema.ts";

const list = endpoint(
  {
    operation: "listMembers",
    summary: "List the members of an organization",
    description: "Oldest first, with those who are invited and have not accepted yet.",
    tag: "Members",
    access: "organization.read",
    params: OrganizationParams,
    query: Pagination.extend({
      email: word().meta({
        description: "Only the member with this address, in upper or lower case",
      }),
    }),
    response: PageLinks.extend({ members: z.array(Member) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listMembers(ctx, params, sliceFrom(query, request_url), {
      email: query.email,
    });
    return { members: rows, ...pageLinks(request_url, page) };
  },
);

const add = endpoint(
  {
    operation: "createMember",
    summary: "Add a member to an organization",
    description:
      "Invites the address, whether or not it has an account: the response has the link to pass on. `user` is null until the invitation is accepted.",
    tag: "Members",
    access: "organization.write",
    params: OrganizationParams,
    body: wrapped("member", AddMember),
    response: wrapped("member", AddedMember),
  },
  ({ ctx, params, body }) => addMember(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: add,
});
