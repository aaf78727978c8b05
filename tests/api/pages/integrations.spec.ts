import type { Db } from "#db/index.ts";
import { INTEGRATION_NAMES, kindOf } from "#lib/pages/integrations/kinds.ts";
import type { Integration } from "#lib/pages/integrations/schema.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { VALUES } from "#tests/support/data/integrations.ts";
import { mintMetric } from "#tests/support/data/metrics.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

function integrationsOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/integrations`;
  return {
    path,
    post: (integration: unknown, headers: Record<string, string> = {}) =>
      api.post(path, { integration }, { headers }),
    create: async (integration: unknown) =>
      (await api.post(path, { integration })).json<{ integration: Integration }>().integration,
    get: async (id: number) =>
      (await api.get(`${path}/${id}`)).json<{ integration: Integration }>().integration,
    put: (id: number, integration: unknown) => api.put(`${path}/${id}`, { integration }),
  };
}

async function secretsOf(db: Db, id: number) {
  return openSecrets(
    await db
      .selectFrom("integrations")
      .select(["key_sealed", "password_sealed"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
}

test("each kind names what is missing, and answers whatever it is given", async ({
  api,
  organization,
}) => {
  const { post } = integrationsOf(api, organization.page.subdomain);
  for (const name of INTEGRATION_NAMES) {
    const bare = await post({ name });
    expect([bare.status, Object.keys(bare.json<{ errors: object }>().errors)]).toEqual([
      422,
      name === "calendar" ? ["key"] : kindOf(name).needs,
    ]);
    const made = await post({ name, ...VALUES });
    const { password: _password, ...shown } = { ...VALUES, key: "…abcd" };
    expect([made.status, made.json()]).toEqual([
      201,
      {
        integration: {
          id: expect.any(Number),
          name,
          ...shown,
          settings: { __type__: name, enabled: false, api_key_type: null },
        },
      },
    ]);
  }
});

test("a name that is missing or unknown is refused", async ({ api, organization }) => {
  const { post, path } = integrationsOf(api, organization.page.subdomain);
  for (const name of [undefined, null, "", {}]) {
    expect((await post({ ...VALUES, name })).json()).toEqual({
      errors: { name: ["can't be blank"] },
    });
  }
  for (const name of ["carrier-pigeon", 5, "toString"]) {
    const refused = await post({ ...VALUES, name });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('{"errors":{"name":["must be one of: smtp, mailgun'),
    ]);
  }
  expect((await post("slack")).status).toBe(422);
  expect((await api.get(path)).json()).toEqual({ integrations: [] });
});

test("a change leaves what is not given, empty or masked, and the kind stays", async ({
  api,
  organization,
  database,
}) => {
  const { create, get, put } = integrationsOf(api, organization.page.subdomain);
  const made = await create({
    name: "smtp",
    ...VALUES,
    settings: { enabled: true, api_key_type: "user", __type__: "Smtp" },
  });
  expect(made.settings).toEqual({ __type__: "Smtp", enabled: true, api_key_type: "user" });
  const zero = {
    relay: "",
    email_from_address: "",
    key: "",
    password: "",
    port: 0,
    username: "",
    user: "other",
    settings: {},
  };
  expect((await put(made.id, zero)).json()).toEqual({
    integration: { ...made, port: null, username: null, user: "other" },
  });
  expect(await secretsOf(database, made.id)).toEqual({
    key: VALUES.key,
    password: VALUES.password,
  });
  expect((await put(made.id, { settings: { enabled: false } })).status).toBe(200);
  expect((await get(made.id)).settings).toEqual({
    __type__: "Smtp",
    enabled: false,
    api_key_type: "user",
  });
  const moved = await put(made.id, { name: "slack" });
  expect([moved.status, moved.json()]).toEqual([422, { errors: { name: ["cannot be changed"] } }]);
});

test("what was read can be sent back without losing the key, and a new key replaces it", async ({
  api,
  organization,
  database,
}) => {
  const { create, get, put } = integrationsOf(api, organization.page.subdomain);
  const { id } = await create({ name: "datadog", ...VALUES });
  const read = await get(id);
  expect((await put(id, read)).json()).toEqual({ integration: read });
  expect(await secretsOf(database, id)).toEqual({ key: VALUES.key, password: VALUES.password });
  expect((await put(id, { key: "short" })).json()).toEqual({ integration: { ...read, key: "…" } });
  expect((await put(id, { key: "…" })).status).toBe(200);
  expect(await secretsOf(database, id)).toEqual({ key: "short", password: VALUES.password });
});

test("a secret is given again when it is to be sent elsewhere, and stays where it was until then", async ({
  api,
  organization,
  database,
}) => {
  const { create, get, put } = integrationsOf(api, organization.page.subdomain);
  for (const name of INTEGRATION_NAMES) {
    const { sent_to = [] } = kindOf(name);
    const made = await create({ name, ...VALUES });
    const secrets = ["key", "password"];
    for (const field of sent_to) {
      const elsewhere = { [field]: field === "port" ? 2525 : "elsewhere.example" };
      const errors = Object.fromEntries(
        secrets.map((secret) => [secret, [`must be sent again when ${field} changes`]]),
      );
      for (const kept of [{}, { key: made.key, password: "" }]) {
        const refused = await put(made.id, { ...elsewhere, ...kept });
        expect([refused.status, refused.json()], `${name}.${field}`).toEqual([422, { errors }]);
      }
      expect(await get(made.id)).toEqual(made);
      const anew = Object.fromEntries(secrets.map((secret) => [secret, "given-again-0123456789"]));
      expect((await put(made.id, { ...elsewhere, ...anew })).status).toBe(200);
      expect(await secretsOf(database, made.id)).toMatchObject(anew);
      expect((await put(made.id, { ...VALUES })).status).toBe(200);
    }
  }
});

test("names that other products' clients use are accepted and echoed", async ({
  api,
  organization,
}) => {
  const { create, get } = integrationsOf(api, organization.page.subdomain);
  for (const name of ["cloudflare", "bunny"])
    expect((await get((await create({ name, key: VALUES.key })).id)).name).toBe(name);
});

test("a deleted integration takes its secrets along and leaves its metrics", async ({
  api,
  organization,
  database,
}) => {
  const { create, path } = integrationsOf(api, organization.page.subdomain);
  const { id } = await create({ name: "pingdom", ...VALUES });
  const metric = await mintMetric(database, organization.page.id);
  await database
    .updateTable("metrics")
    .set({ integration_id: id })
    .where("id", "=", metric)
    .execute();
  const removed = await api.delete(`${path}/${id}`);
  expect([removed.status, removed.text]).toEqual([200, '""']);
  expect((await api.get(`${path}/${id}`)).status).toBe(404);
  const kept = await database
    .selectFrom("metrics")
    .select(["id", "integration_id"])
    .where("id", "=", metric)
    .executeTakeFirst();
  expect(kept).toEqual({ id: metric, integration_id: null });
});

test("another page's integration is not found", async ({ api, organization, database }) => {
  const stranger = await mintOrganization(database);
  const { id } = await integrationsOf(api.as(stranger.keys.admin), stranger.page.subdomain).create({
    name: "slack",
    key: VALUES.key,
  });
  const { path, put } = integrationsOf(api, organization.page.subdomain);
  expect((await api.get(`${path}/${id}`)).status).toBe(404);
  expect((await put(id, { key: "other" })).status).toBe(404);
  expect((await api.delete(`${path}/${id}`)).status).toBe(404);
});
