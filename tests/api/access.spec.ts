import { routes } from "#app/api/v2/routes.ts";
import type { Db } from "#db/index.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { digest } from "../support/digest.ts";
import { type Minted, mintKey, mintOrganization } from "../support/mint.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "../support/samples.ts";
import { expect, test } from "../support/test.ts";

// Generated from the route table: an operation that is added is tested here without a line more.
const operations = Object.entries(routes).flatMap(([path, endpoints]) =>
  Object.entries(endpoints).map(([method, found]) => ({ path, method, declaration: (found as Endpoint).declaration })),
);
const managed = operations.filter(({ declaration }) => declaration.auth === "key");
const READ_ONLY = ["viewer", "billing"] as const;

type Target = { organization: Minted; ids: Ids };

async function target(database: Db): Promise<Target> {
  const organization = await mintOrganization(database);
  return { organization, ids: await sampleIds(database, organization) };
}

for (const { path, method, declaration } of managed) {
  test.describe(`${method} ${path}`, () => {
    const body = declaration.body ? sampleBody(declaration) : undefined;

    test("without a key, with a wrong or revoked one: 401, and nothing is changed", async ({ database, server }) => {
      const { organization, ids } = await target(database);
      const revoked = await mintKey(database, { organization_id: organization.id, role: "owner" }, { revoked: true });
      const before = await digest(database);
      for (const key of [null, "ok_wrong", revoked]) {
        const headers: Record<string, string> = key ? { authorization: key } : {};
        const answer = await server.request(`/api/v2${pathOf(path, ids)}`, { method, body: body?.(ids), headers });
        expect([answer.status, answer.text]).toEqual([401, '{"error":401}']);
      }
      expect(await digest(database)).toEqual(before);
    });

    test("with another tenant's key: 404, and nothing is changed", async ({ database, server }) => {
      const { ids } = await target(database);
      const stranger = await mintOrganization(database);
      const before = await digest(database);
      for (const key of [stranger.keys.owner, stranger.owner.key]) {
        const answer = await server.request(`/api/v2${pathOf(path, ids)}`, { method, body: body?.(ids), headers: { authorization: key } });
        expect(answer.status).toBe(404);
        expect(answer.json()).toEqual({ error: 404, message: "Not found" });
      }
      expect(await digest(database)).toEqual(before);
    });

    test("with a role that may not: 403, and nothing is changed", async ({ database, server }) => {
      const { organization, ids } = await target(database);
      const before = await digest(database);
      for (const role of READ_ONLY) {
        const headers = { authorization: organization.keys[role] };
        const refused = await server.request(`/api/v2${pathOf(path, ids)}`, { method, body: body?.(ids), headers });
        expect(refused.status).toBe(403);
      }
      expect(await digest(database)).toEqual(before);
    });
  });
}

test("the public reads need no key", async ({ database, server }) => {
  const { ids } = await target(database);
  for (const { path, declaration } of operations.filter(({ declaration }) => declaration.auth === "public")) {
    const answer = await server.request(`/api/v2${pathOf(path, ids)}`);
    expect([declaration.summary, answer.status]).toEqual([declaration.summary, 200]);
  }
});
