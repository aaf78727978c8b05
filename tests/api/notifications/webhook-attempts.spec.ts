import type { Delivery } from "#lib/notifications/webhooks/schema.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { isGenuine, mintDelivery, webhooksOf } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

test("a failed delivery is tried again after five seconds, with the same id and body", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { subdomain, id: page } = organization.page;
  const { create, settled } = webhooksOf(api, subdomain, receiver.url);
  receiver.answer = (response) => response.writeHead(500).end("out of order");
  const { id, secret } = await create({ events: ["incident.created"] });
  const service_ids = [await mintService(database, page)];
  await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Down", type: "major", service_ids },
  });
  const first = await receiver.nth(1);
  receiver.answer = 200;
  const second = await receiver.nth(2);
  expect([second.headers["webhook-id"], second.body]).toEqual([
    first.headers["webhook-id"],
    first.body,
  ]);
  expect(
    Number(second.headers["webhook-timestamp"]) - Number(first.headers["webhook-timestamp"]),
  ).toBeGreaterThanOrEqual(5);
  expect(isGenuine(secret, second.headers, second.body)).toBe(true);
  const [delivery] = await settled(id);
  const attempt = {
    attempted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    duration_ms: expect.any(Number),
    error: null,
  };
  expect(delivery).toEqual({
    id: expect.any(Number),
    inserted_at: expect.any(String),
    webhook_id: id,
    message_id: first.headers["webhook-id"],
    event: "incident.created",
    state: "delivered",
    next_attempt_at: null,
    attempts: [
      { ...attempt, status: 500, answer: "out of order" },
      { ...attempt, status: 200, answer: "" },
    ],
    payload: JSON.parse(first.body),
  });
});

test("a test is sent once, to a disabled webhook too, and shows what was answered", async ({
  api,
  organization,
  receiver,
}) => {
  const { path, create, settled } = webhooksOf(api, organization.page.subdomain, receiver.url);
  receiver.answer = (response) => response.writeHead(404).end("nobody here");
  const { id, secret, url, events } = await create({
    events: ["incident.created"],
    enabled: false,
  });
  const sent = await api.post(`${path}/${id}/test`, undefined);
  expect([sent.status, sent.json()]).toMatchObject([
    201,
    { delivery: { event: "webhook.test", state: "pending", attempts: [] } },
  ]);
  const { headers, body } = await receiver.nth(1);
  expect(isGenuine(secret, headers, body)).toBe(true);
  expect(JSON.parse(body)).toEqual({
    event: "webhook.test",
    data: { object: { type: "webhook", id, url, events } },
  });
  expect(await settled(id)).toMatchObject([
    { state: "failed", attempts: [{ status: 404, answer: "nobody here" }] },
  ]);
});

test("a delivery can be sent again, under its id, and the list has both, newest first", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { path, create, settled } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const { id, secret } = await create({ events: ["incident.created"] });
  const old = await mintDelivery(database, organization.page.id, id);
  const sent = await api.post(`${path}/${id}/deliveries/${old}/redeliver`, undefined);
  expect(sent.status).toBe(201);
  const { headers, body } = await receiver.nth(1);
  expect(isGenuine(secret, headers, body)).toBe(true);
  const [again, before] = await settled(id);
  expect([again?.id, before?.id]).toEqual([sent.json<{ delivery: Delivery }>().delivery.id, old]);
  expect([again?.message_id, again?.payload, headers["webhook-id"]]).toEqual([
    before?.message_id,
    before?.payload,
    before?.message_id,
  ]);
  const page = (await api.get(`${path}/${id}/deliveries?limit=1`)).json<{
    deliveries: Delivery[];
    links: { next: string };
  }>();
  expect(page.deliveries.map((delivery) => delivery.id)).toEqual([again?.id]);
  const next = new URL(page.links.next);
  const rest = (await api.get(`${next.pathname.replace("/api/v2", "")}${next.search}`)).json<{
    deliveries: Delivery[];
  }>();
  expect(rest.deliveries.map((delivery) => delivery.id)).toEqual([old]);
});
