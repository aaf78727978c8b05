import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { limited, MAX_NAME } from "#lib/core/fields/text.ts";
import { MAX_BODY_BYTES, MIB } from "#lib/platform/http/protocol.ts";
import { readImports, uploadPiece } from "#lib/subscribers/import/imports.ts";
import { SubscriptionImport } from "#lib/subscribers/import/schema.ts";

const list = endpoint(
  {
    operation: "listSubscriptionImports",
    summary: "List imports of subscribers",
    description: "The newest ten. Imports are kept for 30 days, their files until they are done.",
    tag: "Subscriptions",
    access: "subscription.write",
    params: PageParams,
    response: z.object({ subscription_imports: z.array(SubscriptionImport) }),
    extension: true,
  },
  async ({ ctx, params }) => ({ subscription_imports: await readImports(ctx, params) }),
);

const name = limited(MAX_NAME)
  .default("subscribers.csv")
  .transform((text) => text.trim() || "subscribers.csv")
  .meta({ description: "What the file is called" });

const create = endpoint(
  {
    operation: "createSubscriptionImport",
    summary: "Check a file of subscribers",
    description: `The body is the file: CSV with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252, up to ${MAX_BODY_BYTES / MIB} MiB. A job proposes what each column holds and says what each row would become; nothing is changed until the import is started.`,
    tag: "Subscriptions",
    access: "subscription.write",
    params: PageParams,
    query: z.object({ name }),
    upload: { types: ["text/csv", "application/octet-stream"], max_bytes: MAX_BODY_BYTES },
    response: wrapped("subscription_import", SubscriptionImport),
    status: 201,
    extension: true,
  },
  ({ ctx, params, query, file }) =>
    uploadPiece(ctx, params, { name: query.name, place: 0, is_last: true, body: file }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
