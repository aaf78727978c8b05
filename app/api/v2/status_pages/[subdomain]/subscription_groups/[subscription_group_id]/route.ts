import { SubscriptionGroupParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import {
  deleteSubscriptionGroup,
  getSubscriptionGroup,
  updateSubscriptionGroup,
} from "#lib/incidents/groups/groups.ts";
import { SubscriptionGroup, UpdateSubscriptionGroup } from "#lib/incidents/groups/schema.ts";

const read = endpoint(
  {
    operation: "getSubscriptionGroup",
    summary: "Get a subscription group",
    tag: "Subscription groups",
    access: "page.read",
    extension: true,
    params: SubscriptionGroupParams,
    response: wrapped("subscription_group", SubscriptionGroup),
  },
  ({ ctx, params }) => getSubscriptionGroup(ctx, params),
);

const update = endpoint(
  {
    operation: "updateSubscriptionGroup",
    summary: "Rename a subscription group",
    tag: "Subscription groups",
    access: "subscription.write",
    extension: true,
    params: SubscriptionGroupParams,
    body: wrapped("subscription_group", UpdateSubscriptionGroup),
    response: wrapped("subscription_group", SubscriptionGroup),
  },
  ({ ctx, params, body }) => updateSubscriptionGroup(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteSubscriptionGroup",
    summary: "Delete a subscription group",
    description: "Its subscriptions stay.",
    tag: "Subscription groups",
    access: "subscription.write",
    extension: true,
    params: SubscriptionGroupParams,
    response: null,
  },
  ({ ctx, params }) => deleteSubscriptionGroup(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
