import type { Incident, IncidentUpdate } from "#lib/incidents/schema.ts";
import { expect, test } from "#tests/support/test.ts";

const SOON = "2030-01-01T09:00:00";
const LATER = "2030-01-01T10:30:00";

test("what the team promised last stands on the incident, whoever deletes, restores or back-dates", async ({
  api,
  organization,
  service,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const updates = [{ description: "Looking", next_update_at: "2030-01-01T10:00:00+01:00" }];
  const incident = { title: "Down", type: "major", service_ids: [service], updates };
  const created = await api.post(path, { incident });
  const { id, ...opened } = created.json<{ incident: Incident }>().incident;
  expect([opened.next_update_at, opened.updates[0]?.next_update_at]).toEqual([SOON, SOON]);
  const first = opened.updates[0]?.id;

  const post = async (update: object) =>
    (await api.post(`${path}/${id}/updates`, { update })).json<{ update: IncidentUpdate }>().update;
  const edit = (update: number | undefined, fields: object) =>
    api.put(`${path}/${id}/updates/${update}`, { update: fields });
  const promised = async () =>
    (await api.as(null).get(`${path}/${id}`)).json<{ incident: Incident }>().incident
      .next_update_at;

  await post({ description: "Before that", posted_at: "2020-01-01T00:00:00" });
  expect(await promised()).toBe(SOON);
  const second = await post({ description: "Found", next_update_at: LATER });
  expect([second.next_update_at, await promised()]).toEqual([LATER, LATER]);
  const third = await post({ description: "No promise" });
  expect([third.next_update_at, await promised()]).toEqual([null, null]);

  await api.delete(`${path}/${id}/updates/${third.id}`);
  expect(await promised()).toBe(LATER);
  await api.post(`${path}/${id}/updates/${third.id}/restore`, {});
  expect(await promised()).toBeNull();
  await api.delete(`${path}/${id}/updates/${third.id}`);

  await edit(second.id, { next_update_at: "" });
  expect(await promised()).toBe(LATER);
  await edit(second.id, { next_update_at: null });
  expect(await promised()).toBeNull();
  await edit(second.id, { next_update_at: LATER });
  await edit(first, { next_update_at: null });
  expect(await promised()).toBe(LATER);
});
