import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

async function chain(api: Api, path: string, levels: number): Promise<number[]> {
  const ids: number[] = [];
  for (let level = 1; level <= levels; level++) {
    const created = await api.post(path, {
      service: { name: `Level ${level}`, parent_id: ids.at(-1) ?? null },
    });
    ids.push(created.json<{ service: { id: number } }>().service.id);
  }
  return ids;
}

test("services are nested twenty levels deep and no deeper, by adding and by moving", async ({
  api,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const long = await chain(api, path, 20);
  const added = await api.post(path, { service: { name: "Level 21", parent_id: long[19] } });
  expect([added.status, added.json()]).toEqual([
    422,
    { errors: { parent_id: ["is nested too deeply"] } },
  ]);
  const [top] = await chain(api, path, 3);
  const move = (parent_id: number | undefined) =>
    api.put(`${path}/${top}`, { service: { parent_id } });
  expect((await move(long[17])).status).toBe(422);
  expect((await move(long[16])).status).toBe(200);
});

test("children are listed in the parent, by order; a list can be narrowed to children or roots", async ({
  api,
  organization,
}) => {
  const { create, get, list } = servicesOf(api, organization.page.subdomain);
  const parent = await create({ name: "Parent" });
  const second = await create({ name: "Second", parent_id: parent.id, order: 20 });
  const first = await create({ name: "First", parent_id: parent.id, order: 10 });
  expect((await get(parent.id)).children_ids).toEqual([first.id, second.id]);
  expect((await list()).services.map(({ id }) => id)).toEqual([parent.id, first.id, second.id]);
  expect((await list(`?parent_id=${parent.id}`)).services.map(({ id }) => id)).toEqual([
    first.id,
    second.id,
  ]);
  const roots = await list("?parent_id=null");
  expect(roots.services.map(({ id }) => id)).toEqual([parent.id]);
  expect(roots.meta.total_count).toBe(1);
});

test("a move that would make a service its own ancestor is refused, and nothing moves", async ({
  api,
  organization,
}) => {
  const { create, get, put } = servicesOf(api, organization.page.subdomain);
  const root = await create({ name: "Root" });
  const child = await create({ name: "Child", parent_id: root.id });
  const leaf = await create({ name: "Leaf", parent_id: child.id });
  for (const parent of [root, child, leaf]) {
    const answer = await put(root.id, { name: "Changed", parent_id: parent.id });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({
      errors: { parent_id: ["would make the service its own parent"] },
    });
  }
  expect(await get(root.id)).toMatchObject({ name: "Root", parent_id: null });
});

test("deleting a service moves its children up; those of a private one stay private", async ({
  api,
  organization,
}) => {
  const { create, get, path } = servicesOf(api, organization.page.subdomain);
  const root = await create({ name: "Root" });
  const middle = await create({ name: "Middle", parent_id: root.id, private: true });
  const leaf = await create({ name: "Leaf", parent_id: middle.id });
  const answer = await api.delete(`${path}/${middle.id}`);
  expect([answer.status, answer.text]).toEqual([200, '""']);
  expect(await get(leaf.id)).toMatchObject({ parent_id: root.id, private: true });
  expect((await get(root.id)).children_ids).toEqual([leaf.id]);
  expect((await api.get(`${path}/${middle.id}`)).status).toBe(404);
});

test("however much happened to a hidden service, all of it goes with the service", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const secret = await mintService(database, id, { private: true });
  for (let count = 0; count < 101; count += 1) {
    await mintIncident(database, id, {
      severity: "minor",
      starts_at: "2026-11-01T00:00:00",
      ends_at: null,
      service_ids: [secret],
    });
  }
  expect((await api.delete(`/status_pages/${subdomain}/services/${secret}`)).status).toBe(200);
  const { meta } = (await api.get(`/status_pages/${subdomain}/incidents`)).json<{
    meta: { total_count: number };
  }>();
  expect(meta.total_count).toBe(0);
});

test("deleting a private service does not reveal what happened to it", async ({
  api,
  organization,
}) => {
  const { create, path } = servicesOf(api, organization.page.subdomain);
  const secret = await create({ name: "Secret", private: true });
  const incidents = `/status_pages/${organization.page.subdomain}/incidents`;
  const incident = { title: "Secret trouble", type: "major", service_ids: [secret.id] };
  expect((await api.post(incidents, { incident })).status).toBe(201);
  await api.delete(`${path}/${secret.id}`);
  expect((await api.as(null).get(incidents)).json<{ incidents: unknown[] }>().incidents).toEqual(
    [],
  );
});

test("a service that is moved, hidden or deleted leaves its past downtime with its parent", async ({
  api,
  organization,
  database,
}) => {
  const { create, put } = servicesOf(api, organization.page.subdomain);
  const [one, other] = [await create({ name: "One" }), await create({ name: "Other" })];
  const child = await create({ name: "Child", parent_id: one.id });
  const incident = {
    title: "Down",
    type: "major",
    service_ids: [child.id],
    starts_at: "2026-01-10T10:00:00",
    ends_at: "2026-01-10T11:00:00",
  };
  await api.post(`/status_pages/${organization.page.subdomain}/incidents`, { incident });
  const days = async () => {
    const rows = await database
      .selectFrom("service_days")
      .selectAll()
      .where("status_page_id", "=", organization.page.id)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.service_id, row.major_seconds]));
  };
  const past = { [one.id]: 3600, [child.id]: 3600 };
  expect(await days()).toEqual(past);
  await put(child.id, { parent_id: other.id });
  expect(await days()).toEqual(past);
  await put(child.id, { private: true });
  expect(await days()).toEqual(past);
  await put(child.id, { private: false });
  await api.delete(`/status_pages/${organization.page.subdomain}/services/${child.id}`);
  expect(await days()).toEqual(past);
});

test("a service and those above it show what goes on", async ({ api, organization }) => {
  const { create, get } = servicesOf(api, organization.page.subdomain);
  const root = await create({ name: "Root" });
  const child = await create({ name: "Child", parent_id: root.id });
  const post = (type: string, id: number) =>
    api.post(`/status_pages/${organization.page.subdomain}/incidents`, {
      incident: { title: "Trouble", type, service_ids: [id] },
    });
  await post("minor", child.id);
  expect((await get(root.id)).current_incident_type).toBe("minor");
  await post("major", root.id);
  expect((await get(root.id)).current_incident_type).toBe("major");
  expect((await get(child.id)).current_incident_type).toBe("minor");
});
