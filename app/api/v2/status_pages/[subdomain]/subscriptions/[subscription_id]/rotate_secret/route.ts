import { SubscriptionParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { rotateSubscriptionSecret } from "#lib/subscribers/rotate-secret.ts";
import { RotatedSubscription } from "#lib/subscribers/schema.ts";

const rotate = endpoint(
  {
    operation: "rotateSubscriptionSecret",
    summary: "Rotate the secret of a subscribed webhook",
    description:
      "Gives a subscription of type `webhook` a new `secret`, which only this answer has. For a day, `webhook-signature` has one signature by each of the two secrets, separated by a space, so that receivers can change over without losing a delivery.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: SubscriptionParams,
    response: wrapped("subscription", RotatedSubscription),
    extension: true,
  },
  ({ ctx, params }) => rotateSubscriptionSecret(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: rotate });
