import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getJoinLink, renewJoinLink, revokeJoinLink } from "#lib/pages/join-links/link.ts";
import { JoinLink } from "#lib/pages/join-links/schema.ts";

const shared = {
  tag: "Members",
  access: "status_page.write",
  extension: true,
  params: PageParams,
} as const;

const read = endpoint(
  {
    ...shared,
    access: "page.read",
    operation: "getJoinLink",
    summary: "Get the link by which people join a page",
    description: "404 until one is created.",
    response: wrapped("join_link", JoinLink),
  },
  ({ ctx, params }) => getJoinLink(ctx, params),
);

const renew = endpoint(
  {
    ...shared,
    operation: "createJoinLink",
    summary: "Create a link by which people join a page",
    description:
      "It replaces the one before, which stops working at once, together with the mails that were sent because of it.",
    response: wrapped("join_link", JoinLink),
    status: 201,
  },
  ({ ctx, params }) => renewJoinLink(ctx, params),
);

const revoke = endpoint(
  {
    ...shared,
    operation: "deleteJoinLink",
    summary: "Revoke the link by which people join a page",
    description: "Who has joined stays a member.",
    response: null,
    status: 204,
  },
  ({ ctx, params }) => revokeJoinLink(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  POST: renew,
  DELETE: revoke,
});
