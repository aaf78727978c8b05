import type { Minted } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type Key = {
  id: number;
  name: string;
  role: string;
  hint: string;
  last_used_at: string | null;
  token?: string;
};
type List = { api_keys: Key[]; meta: { total_count: number } };

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

function pathOf({ id }: Minted): string {
  return `/orgs/${id}/api_keys`;
}

test("a key's token is told once; it works at once with its role", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.owner.key);
  const created = await owner.post(pathOf(organization), {
    api_key: { name: "Deployments", role: "editor" },
  });
  expect(created.status, created.text).toBe(201);
  const { token = "", ...key } = created.json<{ api_key: Key }>().api_key;
  expect(token).toMatch(/^ok_[\w-]{32}$/);
  expect(key).toEqual({
    id: expect.any(Number),
    name: "Deployments",
    role: "editor",
    ...{ expires_at: null, renewed_at: null, subdomain: null, permissions: null },
    hint: `ok_…${token.slice(-4)}`,
    last_used_at: null,
    inserted_at: TIME,
  });
  const listed = await owner.get(pathOf(organization));
  expect(listed.json<List>().api_keys).toContainEqual(key);
  expect(listed.text).not.toContain(token);
  const services = `/status_pages/${organization.page.subdomain}/services`;
  expect((await api.as(token).get(services)).status).toBe(200);
  expect((await api.as(token).post(services, { service: { name: "New" } })).status).toBe(403);
});

test("without a role a key is an admin's; without a name there is none", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.keys.owner);
  const created = await owner.post(pathOf(organization), { api_key: { name: "Plain", role: "" } });
  expect(created.json<{ api_key: Key }>().api_key.role).toBe("admin");
  const refused = await owner.post(pathOf(organization), { api_key: { name: "" } });
  expect([refused.status, refused.json()]).toEqual([422, { errors: { name: ["can't be blank"] } }]);
});

test("only an owner, or an owner's key, sees and makes keys", async ({ api, organization }) => {
  for (const role of ["admin", "billing"] as const) {
    expect((await api.as(organization.keys[role]).get(pathOf(organization))).status).toBe(403);
    expect(
      (
        await api
          .as(organization.keys[role])
          .post(pathOf(organization), { api_key: { name: "Mine", role: "viewer" } })
      ).status,
    ).toBe(403);
  }
});

test("a revoked key is refused at once and listed no more", async ({ api, organization }) => {
  const owner = api.as(organization.owner.key);
  const created = (
    await owner.post(pathOf(organization), { api_key: { name: "Short-lived", role: "admin" } })
  ).json<{ api_key: Key }>();
  const { id, token = "" } = created.api_key;
  const services = `/status_pages/${organization.page.subdomain}/services`;
  expect((await api.as(token).get(services)).status).toBe(200);
  const revoked = await owner.delete(`${pathOf(organization)}/${id}`);
  expect([revoked.status, revoked.text]).toEqual([200, '""']);
  const refused = await api.as(token).get(services);
  expect([refused.status, refused.text]).toEqual([401, '{"error":401}']);
  expect(
    (await owner.get(pathOf(organization))).json<List>().api_keys.map((key) => key.id),
  ).not.toContain(id);
  expect((await owner.delete(`${pathOf(organization)}/${id}`)).status).toBe(404);
});
