import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { isGenuine, webhooksOf } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

test("each change of an incident arrives once, signed, as the incident then is", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { subdomain } = organization.page;
  const { create, settled } = webhooksOf(api, subdomain, receiver.url);
  const { id, secret } = await create({
    events: ["incident.created", "incident.updated", "incident.deleted"],
  });
  const service = await mintService(database, organization.page.id, { private: true });
  const incidents = `/status_pages/${subdomain}/incidents`;
  const translations = { de: { title: "Störung" } };
  const body = {
    title: "Outage",
    type: "major",
    service_ids: [service],
    updates: [{ description: "Sorry" }],
    translations,
  };
  const { incident } = (await api.post(incidents, { incident: body })).json<{
    incident: Incident;
  }>();
  const created = JSON.parse((await receiver.nth(1)).body);
  const { starts_at, ends_at, service_ids, title, url } = incident;
  const l_title = [
    { lang: "en", text: "Outage" },
    { lang: "de", text: "Störung" },
  ];
  const updates = incident.updates.map(
    ({
      tweet: _,
      service_ids: _ids,
      ...update
    }: Incident["updates"][number] & { tweet?: boolean }) => update,
  );
  expect(created).toEqual({
    event: "incident.created",
    data: {
      object: {
        type: "incident",
        id: incident.id,
        starts_at,
        ends_at,
        service_ids,
        l_title,
        title,
        url,
        incident_type: "major",
        plan: null,
        updates,
      },
    },
  });
  const one = `${incidents}/${incident.id}`;
  const { update } = (
    await api.post(`${one}/updates`, { update: { type: "deescalate", description: "Better" } })
  ).json<{
    update: { id: number };
  }>();
  expect(JSON.parse((await receiver.nth(2)).body)).toMatchObject({
    event: "incident.updated",
    data: {
      object: {
        id: incident.id,
        incident_type: "minor",
        updates: [{ description: "Better" }, { description: "Sorry" }],
      },
    },
  });
  await api.put(`${one}/updates/${update.id}`, { update: { description: "Much better" } });
  expect(JSON.parse((await receiver.nth(3)).body).data.object.updates[0].description).toBe(
    "Much better",
  );
  await api.delete(`${one}/updates/${update.id}`);
  expect(JSON.parse((await receiver.nth(4)).body)).toMatchObject({
    event: "incident.updated",
    data: { object: { incident_type: "major" } },
  });
  await api.put(one, { incident: { title: "Big outage" } });
  expect(JSON.parse((await receiver.nth(5)).body).data.object.l_title[0].text).toBe("Big outage");
  await api.delete(one);
  expect(JSON.parse((await receiver.nth(6)).body)).toMatchObject({
    event: "incident.deleted",
    data: { object: { title: "Big outage" } },
  });
  const delivered = await settled(id);
  expect(delivered).toHaveLength(6);
  expect(receiver.received).toHaveLength(6);
  for (const { method, headers, body } of receiver.received) {
    expect([method, headers["content-type"], isGenuine(secret, headers, body)]).toEqual([
      "POST",
      "application/json",
      true,
    ]);
    expect(isGenuine(secret, headers, `${body} `)).toBe(false);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set(delivered.map((d) => d.message_id)),
  );
});

test("each change of a notice arrives", async ({ api, organization, receiver }) => {
  const { subdomain } = organization.page;
  await webhooksOf(api, subdomain, receiver.url).create({
    events: ["info_notice.created", "info_notice.updated", "info_notice.deleted"],
  });
  const path = `/status_pages/${subdomain}/info_notices`;
  const body = { title: "Moving", updates: [{ description: "Soon" }] };
  const { info_notice } = (await api.post(path, { info_notice: body })).json<{
    info_notice: InfoNotice;
  }>();
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
  expect(JSON.parse((await receiver.nth(2)).body)).toMatchObject({
    event: "info_notice.updated",
    data: { object: { title: "Moved" } },
  });
  await api.delete(`${path}/${id}`);
  expect(JSON.parse((await receiver.nth(3)).body)).toMatchObject({
    event: "info_notice.deleted",
    data: { object: { id, title: "Moved" } },
  });
});

test("incidents and notices that go with a hidden service are told of", async ({
  api,
  organization,
  database,
  receiver,
}) => {
  const { subdomain, id } = organization.page;
  await webhooksOf(api, subdomain, receiver.url).create({
    events: ["incident.deleted", "info_notice.deleted"],
  });
  const service = await mintService(database, id, { private: true });
  const other = await mintService(database, id);
  const incident = (service_ids: number[]) =>
    api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title: "x", type: "minor", service_ids },
    });
  const going = (await incident([service])).json<{ incident: Incident }>().incident;
  await incident([service, other]);
  const updates = [{ description: "x" }];
  await api.post(`/status_pages/${subdomain}/info_notices`, {
    info_notice: { title: "n", service_ids: [service], updates },
  });
  expect((await api.delete(`/status_pages/${subdomain}/services/${service}`)).status).toBe(200);
  await receiver.nth(2);
  const told = receiver.received.map(({ body }) => JSON.parse(body));
  expect(told.map(({ event }) => event).sort()).toEqual([
    "incident.deleted",
    "info_notice.deleted",
  ]);
  expect(told.find(({ event }) => event === "incident.deleted").data.object).toMatchObject({
    id: going.id,
    service_ids: [service],
  });
});
