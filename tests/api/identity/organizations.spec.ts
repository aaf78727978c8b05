import {
  createOwnOrganization,
  listOwnOrganizations,
} from "#lib/identity/organizations/organizations.ts";
import { pruneWebhookDeliveries } from "#lib/notifications/webhook-deliveries/prune-webhook-deliveries.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

// Nothing but the test delivers and prunes.
test.use({ serverEnv: WITHOUT_WORKER });

test("an owner renames the organization and asks for more than passwords; the log tells both", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.owner.key);
  const path = `/orgs/${organization.id}`;
  expect((await owner.get(path)).json()).toMatchObject({
    organization: { id: organization.id, name: organization.name },
  });
  const renamed = await owner.put(path, { organization: { name: "Renamed & Co" } });
  expect(renamed.json()).toMatchObject({ organization: { name: "Renamed & Co" } });
  const asked = { organization: { strong_sign_in_required: true } };
  expect((await owner.put(path, asked)).json()).toMatchObject({
    organization: { name: "Renamed & Co", strong_sign_in_required: true },
  });
  await owner.put(path, { organization: { strong_sign_in_required: false } });
  const blank = await owner.put(path, { organization: { name: "" } });
  expect(blank.json()).toMatchObject({ organization: { name: "Renamed & Co" } });
  const log = await owner.get(`${path}/audit_log?action=organization.update`);
  expect(JSON.parse(log.text).audit_log).toMatchObject([
    { changes: { strong_sign_in_required: false } },
    { changes: { strong_sign_in_required: true }, before: { strong_sign_in_required: false } },
    { changes: { name: "Renamed & Co" }, before: { name: organization.name } },
  ]);
});

test("who owns an organization adds others and owns them; who only joined a page does not", async ({
  database,
  organization,
}) => {
  const contextOf = (user_id: number) => ({
    db: database,
    actor: { kind: "user", user_id, api_key_id: null } as const,
    address: null,
    request_id: "test",
  });
  const { id: user_id } = organization.owner;
  const made = await createOwnOrganization(
    contextOf(user_id),
    { user_id },
    { name: "A second one" },
  );
  expect(await listOwnOrganizations(contextOf(user_id), { user_id })).toEqual([
    { id: made.id, name: "A second one", role: "owner", moved_to: null },
    { id: organization.id, name: organization.name, role: "owner", moved_to: null },
  ]);
  const viewer = await mintUser(database, organization.id, "viewer", organization.page.id);
  const at = { user_id: viewer.id };
  expect(await listOwnOrganizations(contextOf(viewer.id), at)).toEqual([
    { id: organization.id, name: organization.name, role: null, moved_to: null },
  ]);
  const refused = createOwnOrganization(contextOf(viewer.id), at, { name: "Mine" });
  await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  const log = await database
    .selectFrom("audit_log")
    .select(["action", "actor"])
    .where("organization_id", "=", made.id)
    .execute();
  expect(log).toEqual([{ action: "organization.create", actor: `user:${user_id}` }]);
});

test("usage counts pages, members, subscribers and messages, also those whose deliveries are gone", async ({
  api,
  organization,
  database,
}) => {
  const { id, page, keys } = organization;
  await mintUser(database, id, "viewer", page.id);
  await mintSubscription(database, page.id);
  const stranger = await mintOrganization(database);
  await mintSubscription(database, stranger.page.id);
  const webhook = await mintWebhook(database, page.id, { enabled: false });
  const months = [0, 1].map((ago) => {
    const month = Temporal.Now.plainDateISO("UTC").toPlainYearMonth().subtract({ months: ago });
    return month.toString();
  });
  for (const month of months) {
    const delivery = await mintDelivery(database, page.id, webhook.id);
    await database
      .updateTable("webhook_deliveries")
      .set({ state: "delivered", next_attempt_at: null, inserted_at: `${month}-01T00:00:00` })
      .where("id", "=", delivery)
      .execute();
  }
  const read = async () => {
    const answer = await api.as(keys.billing).get(`/orgs/${id}/usage`);
    return answer.json<{ usage: object }>().usage;
  };
  const expected = {
    status_pages: 1,
    members: 2,
    subscribers: [{ type: "email", count: 1 }],
    messages: months.map((month) => ({ month, channel: "webhook", count: 1 })),
  };
  expect(await read()).toEqual(expected);
  await pruneWebhookDeliveries();
  expect(await read()).toEqual(expected);
});
