import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom, word } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { addPageMember, listPageMembers } from "#lib/identity/members/page-members.ts";
import { AddedPageMember, AddPageMember, PageMember } from "#lib/identity/members/schema.ts";

const list = endpoint(
  {
    operation: "listPageMembers",
    summary: "List the members of a single page",
    description:
      "Those with a role on this page alone, oldest first, with those who are invited and have not accepted yet.",
    tag: "Members",
    access: "page_member.read",
    extension: true,
    params: PageParams,
    query: Pagination.extend({
      email: word().meta({
        description: "Only the member with this address, in upper or lower case",
      }),
    }),
    response: PageLinks.extend({ members: z.array(PageMember) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listPageMembers(ctx, params, sliceFrom(query, request_url), {
      email: query.email,
    });
    return { members: rows, ...pageLinks(request_url, page) };
  },
);

const add = endpoint(
  {
    operation: "createPageMember",
    summary: "Add a member to a single page",
    description:
      "The role overrides that of the organization on this page, up or down. Invites the address, whether or not it has an account: the response has the link to pass on.",
    tag: "Members",
    access: "page_member.write",
    extension: true,
    params: PageParams,
    body: wrapped("member", AddPageMember),
    response: wrapped("member", AddedPageMember),
    status: 201,
  },
  ({ ctx, params, body }) => addPageMember(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: add,
});
