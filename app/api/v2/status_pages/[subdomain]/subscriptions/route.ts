import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { limited } from "#lib/core/fields/text.ts";
import { createSubscription } from "#lib/subscribers/change.ts";
import { listSubscriptions } from "#lib/subscribers/read.ts";
import { CreateSubscription, NewSubscription, Subscription } from "#lib/subscribers/schema.ts";

const query = limited(300).default("").meta({
  description:
    "Only subscriptions whose e-mail address contains this, or with this phone number: in full, `+49 1511234567`, only the country code, `+49`, or the number without it, `1511234567`",
});

const list = endpoint(
  {
    operation: "listSubscriptions",
    summary: "List subscriptions",
    description: "Oldest first.",
    tag: "Subscriptions",
    access: "page.read",
    params: PageParams,
    query: Pagination.extend({ query }),
    response: PageLinks.extend({ subscriptions: z.array(Subscription) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listSubscriptions(
      ctx,
      params,
      sliceFrom(query, request_url),
      query.query,
    );
    return { subscriptions: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createSubscription",
    summary: "Create a subscription",
    description:
      "`email` needs `email`; `sms` needs `country_dial_code` and `phone_number`; a webhook or a chat needs `webhook_url`. An address subscribes once per page and type.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: PageParams,
    body: wrapped("subscription", CreateSubscription),
    response: wrapped("subscription", NewSubscription),
    status: 201,
  },
  ({ ctx, params, body }) => createSubscription(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
