import type { Api } from "#tests/support/api.ts";
import { expect, test } from "#tests/support/test.ts";

async function chain(api: Api, path: string, levels: number): Promise<number[]> {
  const ids: number[] = [];
  for (let level = 1; level <= levels; level++) {
    const created = await api.post(path, { service: { name: `Level ${level}`, parent_id: ids.at(-1) ?? null } });
    ids.push(created.json<{ service: { id: number } }>().service.id);
  }
  return ids;
}

test("services are nested twenty levels deep and no deeper, by adding and by moving", async ({ api, organization }) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const long = await chain(api, path, 20);
  const added = await api.post(path, { service: { name: "Level 21", parent_id: long[19] } });
  expect([added.status, added.json()]).toEqual([422, { errors: { parent_id: ["is nested too deeply"] } }]);
  const [top] = await chain(api, path, 3);
  const move = (parent_id: number | undefined) => api.put(`${path}/${top}`, { service: { parent_id } });
  expect((await move(long[17])).status).toBe(422);
  expect((await move(long[16])).status).toBe(200);
});
