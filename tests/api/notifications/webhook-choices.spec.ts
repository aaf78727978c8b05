import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { webhooksOf } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

test("only enabled webhooks that ask for an event hear of it; a refused change is told to nobody", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { subdomain, id } = organization.page;
  const { create, deliveries, put, settled } = webhooksOf(api, subdomain, receiver.url);
  const listening = await create({ events: ["incident.created"] });
  const twin = await create({ events: ["incident.created", "incident.deleted"] });
  const deaf = await create({ events: ["incident.updated"] });
  const disabled = await create({ events: ["incident.created"], enabled: false });
  const stranger = await mintOrganization(database);
  const foreign = await webhooksOf(
    api.as(stranger.keys.admin),
    stranger.page.subdomain,
    receiver.url,
  ).create({
    events: ["incident.created"],
  });
  const service = await mintService(database, id);
  const path = `/status_pages/${subdomain}/incidents`;
  expect(
    (await api.post(path, { incident: { title: "", type: "major", service_ids: [service] } }))
      .status,
  ).toBe(422);
  expect(
    (await api.post(path, { incident: { title: "Down", type: "major", service_ids: [service] } }))
      .status,
  ).toBe(201);
  await receiver.nth(2);
  const [first] = await settled(listening.id);
  const [second] = await settled(twin.id);
  expect([first?.state, second?.state]).toEqual(["delivered", "delivered"]);
  expect(first?.message_id).toBe(second?.message_id);
  for (const one of [deaf.id, disabled.id])
    expect((await deliveries(one)).meta.total_count).toBe(0);
  expect(
    (
      await webhooksOf(
        api.as(stranger.keys.admin),
        stranger.page.subdomain,
        receiver.url,
      ).deliveries(foreign.id)
    ).deliveries,
  ).toEqual([]);
  expect(receiver.received).toHaveLength(2);
  await put(disabled.id, { enabled: true });
  await api.post(path, {
    incident: { title: "Down again", type: "major", service_ids: [service] },
  });
  await receiver.nth(5);
  await settled(disabled.id);
  expect((await deliveries(disabled.id)).meta.total_count).toBe(1);
});
