import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { createSubscriptionGroup, listSubscriptionGroups } from "#lib/incidents/groups/groups.ts";
import { CreateSubscriptionGroup, SubscriptionGroup } from "#lib/incidents/groups/schema.ts";

const list = endpoint(
  {
    operation: "listSubscriptionGroups",
    summary: "List subscription groups",
    description: "All of the page, oldest first.",
    tag: "Subscription groups",
    access: "page.read",
    extension: true,
    params: PageParams,
    response: wrapped("subscription_groups", z.array(SubscriptionGroup)),
  },
  ({ ctx, params }) => listSubscriptionGroups(ctx, params),
);

const create = endpoint(
  {
    operation: "createSubscriptionGroup",
    summary: "Create a subscription group",
    tag: "Subscription groups",
    access: "subscription.write",
    extension: true,
    params: PageParams,
    body: wrapped("subscription_group", CreateSubscriptionGroup),
    response: wrapped("subscription_group", SubscriptionGroup),
    status: 201,
  },
  ({ ctx, params, body }) => createSubscriptionGroup(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
