import {
  MAX_WEBHOOKS,
  type NewWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
} from "#lib/notifications/webhooks/schema.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { mintDelivery, webhooksOf } from "#tests/support/data/webhooks.ts";
import { everyCell } from "#tests/support/db/cells.ts";
import { expect, test } from "#tests/support/server/traced-test.ts";

const shown = ({ secret: _, ...webhook }: NewWebhook): Webhook => webhook;

test("a webhook is created enabled, with a secret that no other answer has", async ({
  api,
  organization,
  receiver,
}) => {
  const { path, post, put } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const events = [...WEBHOOK_EVENTS];
  const made = await post({ url: receiver.url, events });
  expect([made.status, made.json()]).toEqual([
    201,
    {
      webhook: {
        id: expect.any(Number),
        url: receiver.url,
        events,
        enabled: true,
        ordered: false,
        secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      },
    },
  ]);
  const webhook = shown(made.json<{ webhook: NewWebhook }>().webhook);
  expect((await api.get(`${path}/${webhook.id}`)).json()).toEqual({ webhook });
  expect((await api.get(path)).json()).toEqual({ webhooks: [webhook] });
  expect((await put(webhook.id, { enabled: false })).json()).toEqual({
    webhook: { ...webhook, enabled: false },
  });
});

test("bad input is refused field by field and changes nothing", async ({
  api,
  organization,
  receiver,
}) => {
  const { path, post, put, create } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const events = ["incident.created"];
  const blank = { errors: { url: ["can't be blank"], events: ["can't be blank"] } };
  for (const webhook of [
    {},
    { url: "", events: [] },
    { url: null, events: null, enabled: null },
    { events: [""] },
  ]) {
    expect((await post(webhook)).json()).toEqual(blank);
  }
  const oneOf = `must be one of: ${WEBHOOK_EVENTS.join(", ")}`;
  for (const [webhook, errors] of [
    [
      { url: "hooks.example.com", events },
      { url: ["must be a web address like https://example.com"] },
    ],
    [
      { url: "ftp://example.com/", events },
      { url: ["must be a web address like https://example.com"] },
    ],
    [
      { url: `https://example.com/${"x".repeat(2_048)}`, events },
      { url: ["should be at most 2,048 characters"] },
    ],
    [
      { url: receiver.url, events: ["incident.created", "incident.exploded"] },
      { "events.1": [oneOf] },
    ],
    [{ url: receiver.url, events: "incident.created" }, { events: ["must be a list"] }],
    [{ url: receiver.url, events, enabled: "yes" }, { enabled: ["must be true or false"] }],
  ] as const) {
    const refused = await post(webhook);
    expect([refused.status, refused.json()]).toEqual([422, { errors }]);
  }
  expect((await api.get(path)).json()).toEqual({ webhooks: [] });
  const made = shown(await create({ events: ["incident.deleted", "incident.deleted", ""] }));
  expect(made.events).toEqual(["incident.deleted"]);
  expect((await put(made.id, { events: [] })).json()).toEqual({
    errors: { events: ["can't be blank"] },
  });
  expect(
    (await put(made.id, { url: "", events: null, enabled: null, id: 0, secret: "" })).json(),
  ).toEqual({ webhook: made });
});

test("a page has no more webhooks than one change can be written for", async ({
  api,
  organization,
  receiver,
}) => {
  const { post } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const webhook = { url: "https://hooks.example.com", events: ["incident.created"] };
  for (let count = 0; count < MAX_WEBHOOKS; count += 1)
    expect((await post(webhook)).status).toBe(201);
  const refused = await post(webhook);
  expect([refused.status, refused.json()]).toEqual([
    422,
    { errors: { base: ["has too many items (at most 50)"] } },
  ]);
});

test("a deleted webhook takes its deliveries along", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { path, create } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const { id } = await create({ events: ["incident.created"] });
  await mintDelivery(database, organization.page.id, id);
  const removed = await api.delete(`${path}/${id}`);
  expect([removed.status, removed.text]).toEqual([200, '""']);
  expect((await api.get(`${path}/${id}`)).status).toBe(404);
  expect((await api.get(`${path}/${id}/deliveries`)).status).toBe(404);
  expect(
    await database
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("webhook_id", "=", id)
      .execute(),
  ).toEqual([]);
});

test("another page's webhook, and another webhook's delivery, is not found", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { path, create } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const mine = await create({ events: ["incident.created"] });
  const twin = await create({ events: ["incident.created"] });
  const stranger = await mintOrganization(database);
  const foreign = await webhooksOf(
    api.as(stranger.keys.admin),
    stranger.page.subdomain,
    receiver.url,
  ).create({
    events: ["incident.created"],
  });
  const foreignDelivery = await mintDelivery(database, stranger.page.id, foreign.id);
  const twinsDelivery = await mintDelivery(database, organization.page.id, twin.id);
  const answers = [
    await api.get(`${path}/${foreign.id}`),
    await api.put(`${path}/${foreign.id}`, { webhook: { enabled: false } }),
    await api.delete(`${path}/${foreign.id}`),
    await api.get(`${path}/${foreign.id}/deliveries`),
    await api.post(`${path}/${foreign.id}/test`, undefined),
    await api.post(`${path}/${foreign.id}/deliveries/${foreignDelivery}/redeliver`, undefined),
    await api.post(`${path}/${mine.id}/deliveries/${foreignDelivery}/redeliver`, undefined),
    await api.post(`${path}/${mine.id}/deliveries/${twinsDelivery}/redeliver`, undefined),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(receiver.received).toEqual([]);
});

test("the secret, and what an address may hide, is in no answer but the first, no table, log or audit row", async ({
  api,
  organization,
  database,
  server,
  receiver,
}) => {
  const { path, put, settled } = webhooksOf(api, organization.page.subdomain, receiver.url);
  const hidden = "token-in-the-address-0815";
  const webhook = { url: `${receiver.url}/${hidden}`, events: ["incident.created"] };
  const made = await api.post(path, { webhook }, { headers: { "idempotency-key": "the-webhook" } });
  const { id, secret } = made.json<{ webhook: NewWebhook }>().webhook;
  const answers = [
    await put(id, { ...webhook, secret, ordered: true }),
    await put(id, { url: 5, secret }),
    await api.get(`${path}/${id}`),
  ];
  answers.push(await api.post(`${path}/${id}/test`, undefined), await api.get(path));
  await receiver.nth(1);
  await settled(id);
  answers.push(await api.get(`${path}/${id}/deliveries`));
  answers.push(await api.post(path, `{"webhook": {"secret": "${secret}", `));
  const places = {
    answers: answers.map(({ text }) => text).join("\n"),
    tables: await everyCell(database),
    log: server.output(),
  };
  for (const [place, text] of Object.entries(places))
    expect(text.includes(secret.slice(6)), place).toBe(false);
  expect(places.log).not.toContain(hidden);
  const audited = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("status_page_id", "=", organization.page.id)
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    "webhook.create",
    "webhook.update",
    "webhook.test",
  ]);
  expect(JSON.stringify(audited)).not.toContain(hidden);
  expect(
    (await api.post(path, { webhook }, { headers: { "idempotency-key": "the-webhook" } })).text,
  ).toBe(made.text);
});
