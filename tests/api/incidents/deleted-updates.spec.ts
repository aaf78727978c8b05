import type { Incident } from "#lib/incidents/schema.ts";
import { webhooksOf } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

const TEXT = "We told too much";
const GERMAN = "Wir haben zu viel gesagt";

test("a deleted update is seen nowhere, and restored it is what it was everywhere", async ({
  api,
  server,
  organization,
  service,
  receiver,
}) => {
  const { subdomain } = organization.page;
  const path = `/status_pages/${subdomain}/incidents`;
  const updates = [
    { description: "First" },
    { description: TEXT, translations: { de: { description: GERMAN } } },
  ];
  const incident = { title: "Down", type: "major", service_ids: [service], updates };
  const { id, ...posted } = (await api.post(path, { incident })).json<{ incident: Incident }>()
    .incident;
  const update_id = posted.updates.find(({ description }) => description === TEXT)?.id;
  const { create, settled } = webhooksOf(api, subdomain, receiver.url);
  const webhook = await create({ events: ["incident.updated"] });
  const visitor = api.as(null);
  const inGerman = { headers: { "accept-language": "de" } };
  const places = [
    ...[`${path}/${id}`, path, `/status_pages/${subdomain}/summary`].map(
      (each) => () => visitor.get(each),
    ),
    ...["/", `/incidents/${id}`, "/rss", "/atom", "/calendar.ics"].map(
      (each) => () => server.visit(subdomain, each),
    ),
    () => server.visit(subdomain, `/incidents/${id}`, inGerman),
  ];
  const seen = async () => {
    const sees: [number, boolean][] = [];
    for (const look of places) {
      const { status, text } = await look();
      // Calendars fold their lines.
      const whole = text.replaceAll("\r\n ", "");
      sees.push([status, whole.includes(TEXT) || whole.includes(GERMAN)]);
    }
    return sees;
  };
  const told = async () =>
    (await settled(webhook.id)).map(({ payload }) => JSON.stringify(payload).includes(TEXT));
  const before = await seen();
  expect(before).toEqual(before.map(() => [200, true]));

  expect((await api.delete(`${path}/${id}/updates/${update_id}`)).status).toBe(200);
  expect(await seen()).toEqual(before.map(() => [200, false]));
  expect(await told()).toEqual([false]);

  const restored = await api.post(`${path}/${id}/updates/${update_id}/restore`, {});
  expect(restored.status).toBe(201);
  expect(await seen()).toEqual(before);
  expect((await told()).toSorted()).toEqual([false, true]);
  const { updated_at: _, ...now } = (await visitor.get(`${path}/${id}`)).json<{
    incident: Incident;
  }>().incident;
  const { updated_at: __, ...then } = posted;
  expect(now).toEqual({ id, ...then });
});

test("what a deleted update had takes no room from others", async ({
  api,
  organization,
  service,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const large = "x".repeat(60_000);
  const updates = Array.from({ length: 17 }, (_, index) => ({ description: `${index}${large}` }));
  const incident = { title: "Down", type: "major", service_ids: [service], updates };
  const created = await api.post(path, { incident });
  const { id, updates: posted } = created.json<{ incident: Incident }>().incident;
  const post = () => api.post(`${path}/${id}/updates`, { update: { description: large } });
  expect((await post()).status).toBe(422);
  const gone = posted[0]?.id;
  await api.delete(`${path}/${id}/updates/${gone}`);
  expect((await post()).status).toBe(201);
  expect((await api.post(`${path}/${id}/updates/${gone}/restore`, {})).status).toBe(422);
});
