import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { INTEGRATION_NAMES, kindOf } from "#lib/integrations/kinds.ts";
import type { Integration } from "#lib/integrations/schema.ts";
import { openSecrets } from "#lib/integrations/secrets.ts";
import type { Api } from "#tests/support/api.ts";
import { mintMetric } from "#tests/support/metrics.ts";
import { mintOrganization } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const VALUES = {
  user: "AC123",
  phone_number: "+49 1511234567",
  domain: "mg.example.com",
  email_from_address: "status@example.com",
  key: "key-0123456789-secret-abcd",
  password: "password-0123456789-secret",
  relay: "smtp.example.com",
  username: "ada",
  port: 587,
  region: "eu",
};

const NOTHING = {
  user: null,
  phone_number: null,
  domain: null,
  email_from_address: null,
  key: null,
  relay: null,
  username: null,
  port: null,
  region: null,
};

function integrationsOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/integrations`;
  return {
    path,
    post: (integration: unknown, headers: Record<string, string> = {}) => api.post(path, { integration }, { headers }),
    create: async (integration: unknown) => (await api.post(path, { integration })).json<{ integration: Integration }>().integration,
    get: async (id: number) => (await api.get(`${path}/${id}`)).json<{ integration: Integration }>().integration,
    put: (id: number, integration: unknown) => api.put(`${path}/${id}`, { integration }),
  };
}

async function secretsOf(db: Db, id: number) {
  return openSecrets(
    await db.selectFrom("integrations").select(["key_sealed", "password_sealed"]).where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

test("each kind is created with what it needs, and names what is missing", async ({ api, organization }) => {
  const { post } = integrationsOf(api, organization.page.subdomain);
  for (const name of INTEGRATION_NAMES) {
    const { needs, takes } = kindOf(name);
    const bare = await post({ name });
    expect([bare.status, Object.keys(bare.json<{ errors: object }>().errors)]).toEqual([422, needs]);
    const made = await post({ name, ...VALUES });
    const taken = Object.fromEntries([...needs, ...takes].map((field) => [field, VALUES[field]]));
    const { password: _password, ...shown } = { ...NOTHING, ...taken, ...("key" in taken && { key: "…abcd" }) };
    expect([made.status, made.json()]).toEqual([
      201,
      { integration: { id: expect.any(Number), name, ...shown, settings: { __type__: name, enabled: false, api_key_type: null } } },
    ]);
  }
});

test("a name that is missing or unknown is refused", async ({ api, organization }) => {
  const { post, path } = integrationsOf(api, organization.page.subdomain);
  for (const name of [undefined, null, ""]) {
    expect((await post({ ...VALUES, name })).json()).toEqual({ errors: { name: ["can't be blank"] } });
  }
  for (const name of ["carrier-pigeon", 5, {}, "toString"]) {
    const refused = await post({ ...VALUES, name });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('{"errors":{"name":["must be one of: smtp, mailgun')]);
  }
  expect((await post("slack")).status).toBe(422);
  expect((await api.get(path)).json()).toEqual({ integrations: [] });
});

test("a change leaves what is not given, empty or masked, and the kind stays", async ({ api, organization, database }) => {
  const { create, get, put } = integrationsOf(api, organization.page.subdomain);
  const made = await create({ name: "smtp", ...VALUES, settings: { enabled: true, api_key_type: "user", __type__: "Smtp" } });
  expect(made.settings).toEqual({ __type__: "Smtp", enabled: true, api_key_type: "user" });
  const zero = { relay: "", email_from_address: "", key: "", password: "", port: 0, username: "", user: "foreign", settings: {} };
  expect((await put(made.id, zero)).json()).toEqual({ integration: { ...made, port: null, username: null } });
  expect(await secretsOf(database, made.id)).toEqual({ key: null, password: VALUES.password });
  expect((await put(made.id, { settings: { enabled: false } })).status).toBe(200);
  expect((await get(made.id)).settings).toEqual({ __type__: "Smtp", enabled: false, api_key_type: "user" });
  const moved = await put(made.id, { name: "slack" });
  expect([moved.status, moved.json()]).toEqual([422, { errors: { name: ["cannot be changed"] } }]);
});

test("what was read can be sent back without losing the key, and a new key replaces it", async ({ api, organization, database }) => {
  const { create, get, put } = integrationsOf(api, organization.page.subdomain);
  const { id } = await create({ name: "datadog", ...VALUES });
  const read = await get(id);
  expect((await put(id, read)).json()).toEqual({ integration: read });
  expect(await secretsOf(database, id)).toEqual({ key: VALUES.key, password: VALUES.password });
  expect((await put(id, { key: "short" })).json()).toEqual({ integration: { ...read, key: "…" } });
  expect((await put(id, { key: "…" })).status).toBe(200);
  expect(await secretsOf(database, id)).toEqual({ key: "short", password: VALUES.password });
});

test("names that other products' clients use are accepted and echoed", async ({ api, organization }) => {
  const { create, get } = integrationsOf(api, organization.page.subdomain);
  for (const name of ["cloudflare", "bunny"]) expect((await get((await create({ name, key: VALUES.key })).id)).name).toBe(name);
});

test("a deleted integration takes its secrets along and leaves its metrics", async ({ api, organization, database }) => {
  const { create, path } = integrationsOf(api, organization.page.subdomain);
  const { id } = await create({ name: "pingdom", ...VALUES });
  const metric = await mintMetric(database, organization.page.id);
  await database.updateTable("metrics").set({ integration_id: id }).where("id", "=", metric).execute();
  const removed = await api.delete(`${path}/${id}`);
  expect([removed.status, removed.text]).toEqual([200, '""']);
  expect((await api.get(`${path}/${id}`)).status).toBe(404);
  const kept = await database.selectFrom("metrics").select(["id", "integration_id"]).where("id", "=", metric).executeTakeFirst();
  expect(kept).toEqual({ id: metric, integration_id: null });
});

test("another page's integration is not found", async ({ api, organization, database }) => {
  const stranger = await mintOrganization(database);
  const { id } = await integrationsOf(api.as(stranger.keys.admin), stranger.page.subdomain).create({ name: "slack", key: VALUES.key });
  const { path, put } = integrationsOf(api, organization.page.subdomain);
  expect((await api.get(`${path}/${id}`)).status).toBe(404);
  expect((await put(id, { key: "other" })).status).toBe(404);
  expect((await api.delete(`${path}/${id}`)).status).toBe(404);
});

async function everyCell(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const dumps = tables.map(({ schema, name }) =>
    sql<{ text: string | null }>`select string_agg(t::text, '') as text from ${sql.table(`${schema}.${name}`)} as t`.execute(db),
  );
  return (await Promise.all(dumps)).map(({ rows }) => rows[0]?.text ?? "").join("\n");
}

test.describe("with everything logged", () => {
  test.use({ serverEnv: { LOG_LEVEL: "trace" } });

  test("secrets are in no answer, table or log, whatever is done with them", async ({ api, organization, database, server }) => {
    const { post, put, path } = integrationsOf(api, organization.page.subdomain);
    const secrets = { key: "the-key-that-must-not-leave-0001", password: "the-password-that-must-not-leave-0002" };
    const given = { ...VALUES, ...secrets };
    const answers: string[] = [];
    const keep = ({ text }: { text: string }) => answers.push(text);
    for (const name of INTEGRATION_NAMES) {
      const key = { "idempotency-key": `secret-${name}` };
      const made = await post({ name, ...given }, key);
      keep(made);
      keep(await post({ name, ...given }, key));
      const { id } = made.json<{ integration: Integration }>().integration;
      keep(await put(id, { ...given, region: "us" }));
      keep(await api.get(`${path}/${id}`));
      keep(await put(id, { ...given, port: "text", settings: 5 }));
      keep(await put(id, { ...given, name: "other" }));
    }
    keep(await post({ name: "unknown", ...given }));
    keep(await post({ name: "slack", ...given, key: `\0${secrets.key}` }));
    keep(await post({ name: "slack", ...given, key: secrets.key.repeat(1_000) }));
    keep(await api.post(path, `{"integration": {"key": "${secrets.key}", `));
    keep(await api.get(path));
    expect(answers).toHaveLength(INTEGRATION_NAMES.length * 6 + 5);
    const places = { answers: answers.join("\n"), tables: await everyCell(database), log: server.output() };
    for (const [place, text] of Object.entries(places)) {
      for (const secret of Object.values(secrets)) expect(text.includes(secret), place).toBe(false);
    }
    expect(places.tables).toContain("integration.update");
  });
});
