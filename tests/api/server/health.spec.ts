import { mintOrganization } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";
import manifest from "../../../package.json" with { type: "json" };

test("the process answers for itself and for its database", async ({ server }) => {
  const health = await server.request("/healthz");
  expect([health.status, health.json()]).toEqual([
    200,
    { status: "ok", version: manifest.version },
  ]);
  expect((await server.request("/readyz")).status).toBe(200);
});

test("a key opens its own organization's page and no other", async ({
  api,
  organization,
  database,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const answer = await api.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.json()).toMatchObject({ services: [], meta: { total_count: 0 } });
  const stranger = await mintOrganization(database);
  expect((await api.as(stranger.keys.owner).get(path)).status).toBe(404);
  expect((await api.as(null).get(path)).status).toBe(401);
});
