import { SubscriptionImportParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import {
  discardImport,
  readImport,
  updateSubscriptionImport,
} from "#lib/subscribers/import/imports.ts";
import { SubscriptionImport, UpdateImport } from "#lib/subscribers/import/schema.ts";

const shape = wrapped("subscription_import", SubscriptionImport);

const read = endpoint(
  {
    operation: "getSubscriptionImport",
    summary: "Get an import of subscribers",
    description: "How far it is, what was found, and what the first rows become.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: SubscriptionImportParams,
    response: shape,
    extension: true,
  },
  ({ ctx, params }) => readImport(ctx, params),
);

const update = endpoint(
  {
    operation: "updateSubscriptionImport",
    summary: "Map the columns of a checked import, or start it",
    description:
      "What says how to read the file has it checked again; `state` starts the import of what was checked.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: SubscriptionImportParams,
    body: wrapped("subscription_import", UpdateImport),
    response: shape,
    extension: true,
  },
  ({ ctx, params, body }) => updateSubscriptionImport(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteSubscriptionImport",
    summary: "Delete an import and its file",
    description: "Subscriptions that it made stay.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: SubscriptionImportParams,
    response: null,
    extension: true,
  },
  ({ ctx, params }) => discardImport(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
