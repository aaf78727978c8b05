import { expect, test } from "#tests/support/test.ts";

type Single = { subscription: { id: number; subscription_group_ids: number[] } };

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

test("groups are named, renamed and deleted; their subscriptions stay", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const path = `/status_pages/${subdomain}/subscription_groups`;
  const subscriptions = `/status_pages/${subdomain}/subscriptions`;
  const created = await api.post(path, { subscription_group: { name: "Partners" } });
  expect([created.status, created.json()]).toEqual([
    201,
    {
      subscription_group: {
        id: expect.any(Number),
        name: "Partners",
        inserted_at: TIME,
        updated_at: TIME,
      },
    },
  ]);
  const { id } = created.json<{ subscription_group: { id: number } }>().subscription_group;
  const subscription = { type: "email", email: "a@example.com", subscription_group_ids: [id] };
  const subscriber = (await api.post(subscriptions, { subscription })).json<Single>().subscription;
  const renamed = await api.put(`${path}/${id}`, { subscription_group: { name: "Friends" } });
  expect([renamed.status, renamed.json()]).toEqual([
    200,
    { subscription_group: expect.objectContaining({ id, name: "Friends" }) },
  ]);
  expect((await api.get(path)).json()).toEqual({
    subscription_groups: [expect.objectContaining({ id, name: "Friends" })],
  });
  expect((await api.get(`${path}/${id}`)).json()).toMatchObject({
    subscription_group: { name: "Friends" },
  });
  expect((await api.post(path, { subscription_group: { name: "" } })).json()).toEqual({
    errors: { name: ["can't be blank"] },
  });
  const deleted = await api.delete(`${path}/${id}`);
  expect([deleted.status, deleted.text]).toEqual([200, '""']);
  expect(
    (await api.get(`${subscriptions}/${subscriber.id}`)).json<Single>().subscription,
  ).toMatchObject({
    subscription_group_ids: [],
  });
});
