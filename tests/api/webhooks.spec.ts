import type { Incident } from "#lib/incidents/schema.ts";
import type { InfoNotice } from "#lib/info-notices/schema.ts";
import { type Delivery, MAX_WEBHOOKS, type NewWebhook, WEBHOOK_EVENTS, type Webhook } from "#lib/webhooks/schema.ts";
import type { Api } from "#tests/support/api.ts";
import { everyCell } from "#tests/support/cells.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { Receiver } from "#tests/support/receiver.ts";
import { expect, test } from "#tests/support/test.ts";
import { isGenuine, mintDelivery } from "#tests/support/webhooks.ts";

test.use({ serverEnv: { ALLOW_PRIVATE_TARGETS: "1", LOG_LEVEL: "trace" } });

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await Receiver.open();
});
test.afterEach(() => receiver.close());

function webhooksOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/webhooks`;
  const deliveries = async (id: number) =>
    (await api.get(`${path}/${id}/deliveries?limit=100`)).json<{ deliveries: Delivery[]; meta: { total_count: number } }>();
  return {
    path,
    post: (webhook: unknown) => api.post(path, { webhook }),
    create: async (webhook: object) =>
      (await api.post(path, { webhook: { url: receiver.url, ...webhook } })).json<{ webhook: NewWebhook }>().webhook,
    put: (id: number, webhook: unknown) => api.put(`${path}/${id}`, { webhook }),
    deliveries,
    settled: async (id: number) => {
      await expect.poll(async () => (await deliveries(id)).deliveries.map(({ state }) => state)).not.toContain("pending");
      return (await deliveries(id)).deliveries;
    },
  };
}

const shown = ({ secret: _, ...webhook }: NewWebhook): Webhook => webhook;

test("a webhook is created enabled, with a secret that no other answer has", async ({ api, organization }) => {
  const { path, post, put } = webhooksOf(api, organization.page.subdomain);
  const events = [...WEBHOOK_EVENTS];
  const made = await post({ url: receiver.url, events });
  expect([made.status, made.json()]).toEqual([
    201,
    { webhook: { id: expect.any(Number), url: receiver.url, events, enabled: true, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) } },
  ]);
  const webhook = shown(made.json<{ webhook: NewWebhook }>().webhook);
  expect((await api.get(`${path}/${webhook.id}`)).json()).toEqual({ webhook });
  expect((await api.get(path)).json()).toEqual({ webhooks: [webhook] });
  expect((await put(webhook.id, { enabled: false })).json()).toEqual({ webhook: { ...webhook, enabled: false } });
});

test("bad input is refused field by field and changes nothing", async ({ api, organization }) => {
  const { path, post, put, create } = webhooksOf(api, organization.page.subdomain);
  const events = ["incident.created"];
  const blank = { errors: { url: ["can't be blank"], events: ["can't be blank"] } };
  for (const webhook of [{}, { url: "", events: [] }, { url: null, events: null, enabled: null }, { events: [""] }]) {
    expect((await post(webhook)).json()).toEqual(blank);
  }
  const oneOf = `must be one of: ${WEBHOOK_EVENTS.join(", ")}`;
  for (const [webhook, errors] of [
    [{ url: "hooks.example.com", events }, { url: ["must be a web address like https://example.com"] }],
    [{ url: "ftp://example.com/", events }, { url: ["must be a web address like https://example.com"] }],
    [{ url: `https://example.com/${"x".repeat(2_048)}`, events }, { url: ["should be at most 2,048 character(s)"] }],
    [{ url: receiver.url, events: ["incident.created", "incident.exploded"] }, { "events.1": [oneOf] }],
    [{ url: receiver.url, events: "incident.created" }, { events: ["must be a list"] }],
    [{ url: receiver.url, events, enabled: "yes" }, { enabled: ["must be true or false"] }],
  ] as const) {
    const refused = await post(webhook);
    expect([refused.status, refused.json()]).toEqual([422, { errors }]);
  }
  expect((await api.get(path)).json()).toEqual({ webhooks: [] });
  const made = shown(await create({ events: ["incident.deleted", "incident.deleted", ""] }));
  expect(made.events).toEqual(["incident.deleted"]);
  expect((await put(made.id, { events: [] })).json()).toEqual({ errors: { events: ["can't be blank"] } });
  expect((await put(made.id, { url: "", events: null, enabled: null, id: 0, secret: "" })).json()).toEqual({ webhook: made });
});

test("a page has no more webhooks than one change can be written for", async ({ api, organization }) => {
  const { post } = webhooksOf(api, organization.page.subdomain);
  const webhook = { url: "https://hooks.example.com", events: ["incident.created"] };
  for (let count = 0; count < MAX_WEBHOOKS; count += 1) expect((await post(webhook)).status).toBe(201);
  const refused = await post(webhook);
  expect([refused.status, refused.json()]).toEqual([422, { errors: { base: ["has too many items (at most 50)"] } }]);
});

test("each change of an incident arrives once, signed, as the incident then is", async ({ api, organization, database }) => {
  const { subdomain } = organization.page;
  const { create, settled } = webhooksOf(api, subdomain);
  const { id, secret } = await create({ events: ["incident.created", "incident.updated", "incident.deleted"] });
  const service = await mintService(database, organization.page.id, { private: true });
  const incidents = `/status_pages/${subdomain}/incidents`;
  const translations = { de: { title: "Störung" } };
  const body = { title: "Outage", type: "major", service_ids: [service], updates: [{ description: "Sorry" }], translations };
  const { incident } = (await api.post(incidents, { incident: body })).json<{ incident: Incident }>();
  const created = JSON.parse((await receiver.nth(1)).body);
  const { starts_at, ends_at, service_ids, title, url } = incident;
  const l_title = [
    { lang: "en", text: "Outage" },
    { lang: "de", text: "Störung" },
  ];
  const updates = incident.updates.map(({ tweet: _, ...update }: Incident["updates"][number] & { tweet?: boolean }) => update);
  expect(created).toEqual({
    event: "incident.created",
    data: {
      object: { type: "incident", id: incident.id, starts_at, ends_at, service_ids, l_title, title, url, incident_type: "major", updates },
    },
  });
  const one = `${incidents}/${incident.id}`;
  const { update } = (await api.post(`${one}/updates`, { update: { type: "deescalate", description: "Better" } })).json<{
    update: { id: number };
  }>();
  expect(JSON.parse((await receiver.nth(2)).body)).toMatchObject({
    event: "incident.updated",
    data: { object: { id: incident.id, incident_type: "minor", updates: [{ description: "Better" }, { description: "Sorry" }] } },
  });
  await api.put(`${one}/updates/${update.id}`, { update: { description: "Much better" } });
  expect(JSON.parse((await receiver.nth(3)).body).data.object.updates[0].description).toBe("Much better");
  await api.delete(`${one}/updates/${update.id}`);
  expect(JSON.parse((await receiver.nth(4)).body)).toMatchObject({
    event: "incident.updated",
    data: { object: { incident_type: "major" } },
  });
  await api.put(one, { incident: { title: "Big outage" } });
  expect(JSON.parse((await receiver.nth(5)).body).data.object.l_title[0].text).toBe("Big outage");
  await api.delete(one);
  expect(JSON.parse((await receiver.nth(6)).body)).toMatchObject({ event: "incident.deleted", data: { object: { title: "Big outage" } } });
  const delivered = await settled(id);
  expect(delivered).toHaveLength(6);
  expect(receiver.received).toHaveLength(6);
  for (const { method, headers, body } of receiver.received) {
    expect([method, headers["content-type"], isGenuine(secret, headers, body)]).toEqual(["POST", "application/json", true]);
    expect(isGenuine(secret, headers, `${body} `)).toBe(false);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(delivered.map((d) => d.message_id)));
});

test("each change of a notice arrives", async ({ api, organization }) => {
  const { subdomain } = organization.page;
  await webhooksOf(api, subdomain).create({ events: ["info_notice.created", "info_notice.updated", "info_notice.deleted"] });
  const path = `/status_pages/${subdomain}/info_notices`;
  const body = { title: "Moving", updates: [{ description: "Soon" }] };
  const { info_notice } = (await api.post(path, { info_notice: body })).json<{ info_notice: InfoNotice }>();
  const { id, title, featured_from, featured_until, service_ids, url } = info_notice;
  const created = JSON.parse((await receiver.nth(1)).body);
  const l_title = [{ lang: "en", text: "Moving" }];
  expect(created).toMatchObject({
    event: "info_notice.created",
    data: {
      object: {
        type: "info_notice",
        id,
        title,
        l_title,
        featured_from,
        featured_until,
        service_ids,
        url,
        updates: [{ description: "Soon" }],
      },
    },
  });
  await api.put(`${path}/${id}`, { info_notice: { title: "Moved" } });
  expect(JSON.parse((await receiver.nth(2)).body)).toMatchObject({ event: "info_notice.updated", data: { object: { title: "Moved" } } });
  await api.delete(`${path}/${id}`);
  expect(JSON.parse((await receiver.nth(3)).body)).toMatchObject({
    event: "info_notice.deleted",
    data: { object: { id, title: "Moved" } },
  });
});

test("incidents and notices that go with a hidden service are told of", async ({ api, organization, database }) => {
  const { subdomain, id } = organization.page;
  await webhooksOf(api, subdomain).create({ events: ["incident.deleted", "info_notice.deleted"] });
  const service = await mintService(database, id, { private: true });
  const other = await mintService(database, id);
  const incident = (service_ids: number[]) =>
    api.post(`/status_pages/${subdomain}/incidents`, { incident: { title: "x", type: "minor", service_ids } });
  const going = (await incident([service])).json<{ incident: Incident }>().incident;
  await incident([service, other]);
  const updates = [{ description: "x" }];
  await api.post(`/status_pages/${subdomain}/info_notices`, { info_notice: { title: "n", service_ids: [service], updates } });
  expect((await api.delete(`/status_pages/${subdomain}/services/${service}`)).status).toBe(200);
  await receiver.nth(2);
  const told = receiver.received.map(({ body }) => JSON.parse(body));
  expect(told.map(({ event }) => event).sort()).toEqual(["incident.deleted", "info_notice.deleted"]);
  expect(told.find(({ event }) => event === "incident.deleted").data.object).toMatchObject({ id: going.id, service_ids: [service] });
});

test("only enabled webhooks that ask for an event hear of it; a refused change is told to nobody", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const { create, deliveries, put, settled } = webhooksOf(api, subdomain);
  const listening = await create({ events: ["incident.created"] });
  const twin = await create({ events: ["incident.created", "incident.deleted"] });
  const deaf = await create({ events: ["incident.updated"] });
  const disabled = await create({ events: ["incident.created"], enabled: false });
  const stranger = await mintOrganization(database);
  const foreign = await webhooksOf(api.as(stranger.keys.admin), stranger.page.subdomain).create({ events: ["incident.created"] });
  const service = await mintService(database, id);
  const path = `/status_pages/${subdomain}/incidents`;
  expect((await api.post(path, { incident: { title: "", type: "major", service_ids: [service] } })).status).toBe(422);
  expect((await api.post(path, { incident: { title: "Down", type: "major", service_ids: [service] } })).status).toBe(201);
  const [first] = await settled(listening.id);
  const [second] = await settled(twin.id);
  expect([first?.state, second?.state]).toEqual(["delivered", "delivered"]);
  expect(first?.message_id).toBe(second?.message_id);
  for (const one of [deaf.id, disabled.id]) expect((await deliveries(one)).meta.total_count).toBe(0);
  expect((await webhooksOf(api.as(stranger.keys.admin), stranger.page.subdomain).deliveries(foreign.id)).deliveries).toEqual([]);
  expect(receiver.received).toHaveLength(2);
  await put(disabled.id, { enabled: true });
  await api.post(path, { incident: { title: "Down again", type: "major", service_ids: [service] } });
  await settled(disabled.id);
  expect((await deliveries(disabled.id)).meta.total_count).toBe(1);
});

test("a failed delivery is tried again after five seconds, with the same id and body", async ({ api, organization, database }) => {
  const { subdomain, id: page } = organization.page;
  const { create, settled } = webhooksOf(api, subdomain);
  receiver.answer = (response) => response.writeHead(500).end("out of order");
  const { id, secret } = await create({ events: ["incident.created"] });
  const service_ids = [await mintService(database, page)];
  await api.post(`/status_pages/${subdomain}/incidents`, { incident: { title: "Down", type: "major", service_ids } });
  const first = await receiver.nth(1);
  receiver.answer = 200;
  const second = await receiver.nth(2);
  expect([second.headers["webhook-id"], second.body]).toEqual([first.headers["webhook-id"], first.body]);
  expect(Number(second.headers["webhook-timestamp"]) - Number(first.headers["webhook-timestamp"])).toBeGreaterThanOrEqual(5);
  expect(isGenuine(secret, second.headers, second.body)).toBe(true);
  const [delivery] = await settled(id);
  const attempt = { attempted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/), duration_ms: expect.any(Number), error: null };
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

test("a test is sent once, to a disabled webhook too, and shows what was answered", async ({ api, organization }) => {
  const { path, create, settled } = webhooksOf(api, organization.page.subdomain);
  receiver.answer = (response) => response.writeHead(404).end("nobody here");
  const { id, secret, url, events } = await create({ events: ["incident.created"], enabled: false });
  const sent = await api.post(`${path}/${id}/test`, undefined);
  expect([sent.status, sent.json()]).toMatchObject([201, { delivery: { event: "webhook.test", state: "pending", attempts: [] } }]);
  const { headers, body } = await receiver.nth(1);
  expect(isGenuine(secret, headers, body)).toBe(true);
  expect(JSON.parse(body)).toEqual({ event: "webhook.test", data: { object: { type: "webhook", id, url, events } } });
  expect(await settled(id)).toMatchObject([{ state: "failed", attempts: [{ status: 404, answer: "nobody here" }] }]);
});

test("a delivery can be sent again, under its id, and the list has both, newest first", async ({ api, organization, database }) => {
  const { path, create, settled } = webhooksOf(api, organization.page.subdomain);
  const { id, secret } = await create({ events: ["incident.created"] });
  const old = await mintDelivery(database, organization.page.id, id);
  const sent = await api.post(`${path}/${id}/deliveries/${old}/redeliver`, undefined);
  expect(sent.status).toBe(201);
  const { headers, body } = await receiver.nth(1);
  expect(isGenuine(secret, headers, body)).toBe(true);
  const [again, before] = await settled(id);
  expect([again?.id, before?.id]).toEqual([sent.json<{ delivery: Delivery }>().delivery.id, old]);
  expect([again?.message_id, again?.payload, headers["webhook-id"]]).toEqual([before?.message_id, before?.payload, before?.message_id]);
  const page = (await api.get(`${path}/${id}/deliveries?limit=1`)).json<{ deliveries: Delivery[]; links: { next: string } }>();
  expect(page.deliveries.map((delivery) => delivery.id)).toEqual([again?.id]);
  const next = new URL(page.links.next);
  const rest = (await api.get(`${next.pathname.replace("/api/v2", "")}${next.search}`)).json<{ deliveries: Delivery[] }>();
  expect(rest.deliveries.map((delivery) => delivery.id)).toEqual([old]);
});

test("a deleted webhook takes its deliveries along", async ({ api, organization, database }) => {
  const { path, create } = webhooksOf(api, organization.page.subdomain);
  const { id } = await create({ events: ["incident.created"] });
  await mintDelivery(database, organization.page.id, id);
  const removed = await api.delete(`${path}/${id}`);
  expect([removed.status, removed.text]).toEqual([200, '""']);
  expect((await api.get(`${path}/${id}`)).status).toBe(404);
  expect((await api.get(`${path}/${id}/deliveries`)).status).toBe(404);
  expect(await database.selectFrom("webhook_deliveries").select("id").where("webhook_id", "=", id).execute()).toEqual([]);
});

test("another page's webhook, and another webhook's delivery, is not found", async ({ api, organization, database }) => {
  const { path, create } = webhooksOf(api, organization.page.subdomain);
  const mine = await create({ events: ["incident.created"] });
  const twin = await create({ events: ["incident.created"] });
  const stranger = await mintOrganization(database);
  const foreign = await webhooksOf(api.as(stranger.keys.admin), stranger.page.subdomain).create({ events: ["incident.created"] });
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
}) => {
  const { path, put, settled } = webhooksOf(api, organization.page.subdomain);
  const hidden = "token-in-the-address-0815";
  const webhook = { url: `${receiver.url}/${hidden}`, events: ["incident.created"] };
  const made = await api.post(path, { webhook }, { headers: { "idempotency-key": "the-webhook" } });
  const { id, secret } = made.json<{ webhook: NewWebhook }>().webhook;
  const answers = [await put(id, { ...webhook, secret, enabled: true }), await put(id, { url: 5, secret }), await api.get(`${path}/${id}`)];
  answers.push(await api.post(`${path}/${id}/test`, undefined), await api.get(path));
  await receiver.nth(1);
  await settled(id);
  answers.push(await api.get(`${path}/${id}/deliveries`));
  answers.push(await api.post(path, `{"webhook": {"secret": "${secret}", `));
  const places = { answers: answers.map(({ text }) => text).join("\n"), tables: await everyCell(database), log: server.output() };
  for (const [place, text] of Object.entries(places)) expect(text.includes(secret.slice(6)), place).toBe(false);
  expect(places.log).not.toContain(hidden);
  const audited = await database.selectFrom("audit_log").selectAll().where("status_page_id", "=", organization.page.id).execute();
  expect(audited.map(({ action }) => action)).toEqual(["webhook.create", "webhook.update", "webhook.test"]);
  expect(JSON.stringify(audited)).not.toContain(hidden);
  expect((await api.post(path, { webhook }, { headers: { "idempotency-key": "the-webhook" } })).text).toBe(made.text);
});
