import type { Trx } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { CreateWebhook } from "#lib/notifications/webhooks/schema.ts";
import { createWebhook } from "#lib/notifications/webhooks/webhooks.ts";
import { createSubscription } from "#lib/subscribers/change.ts";
import { CreateSubscription } from "#lib/subscribers/schema.ts";
import { expect, test } from "#tests/support/test.ts";

test("what is added to a page that is deleted meanwhile finds no page", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  const precondition = async (trx: Trx) =>
    void (await trx.deleteFrom("status_pages").where("id", "=", id).execute());
  const ctx = { ...systemContext(database, "test"), precondition };
  const webhook = CreateWebhook.parse({
    url: "https://hooks.example.com",
    events: ["incident.created"],
  });
  await expect(createWebhook(ctx, { subdomain }, webhook)).rejects.toMatchObject({
    code: "not_found",
  });
  const subscription = CreateSubscription.parse({ type: "email", email: "reader@example.com" });
  await expect(createSubscription(ctx, { subdomain }, subscription)).rejects.toMatchObject({
    code: "not_found",
  });
});
