import { SubscriptionParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteSubscription, updateSubscription } from "#lib/subscribers/change.ts";
import { getSubscription } from "#lib/subscribers/read.ts";
import { NewSubscription, Subscription, UpdateSubscription } from "#lib/subscribers/schema.ts";

const read = endpoint(
  {
    operation: "getSubscription",
    summary: "Get a subscription",
    tag: "Subscriptions",
    access: "page.read",
    params: SubscriptionParams,
    response: wrapped("subscription", Subscription),
  },
  ({ ctx, params }) => getSubscription(ctx, params),
);

const update = endpoint(
  {
    operation: "updateSubscription",
    summary: "Change a subscription",
    description:
      "Changes only the fields you send. A new address has to be confirmed, by the subscriber or by `confirm`.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: SubscriptionParams,
    body: wrapped("subscription", UpdateSubscription),
    response: wrapped("subscription", NewSubscription),
  },
  ({ ctx, params, body }) => updateSubscription(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteSubscription",
    summary: "Delete a subscription",
    tag: "Subscriptions",
    access: "subscription.write",
    params: SubscriptionParams,
    response: null,
  },
  ({ ctx, params }) => deleteSubscription(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
