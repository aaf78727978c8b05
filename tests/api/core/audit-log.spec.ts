import { type Minted, mintOrganization, mintPage } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

type Row = { id: number; action: string; actor: string; subject: string; inserted_at: string };
type List = { audit_log: Row[]; links: { next: string | null }; meta: { total_count: number } };

async function log(api: Api, { id }: Minted, query = ""): Promise<List> {
  const response = await api.get(`/orgs/${id}/audit_log${query}`);
  expect(response.status, response.text).toBe(200);
  return response.json<List>();
}

async function serviceOn(api: Api, subdomain: string, name: string): Promise<number> {
  const response = await api.post(`/status_pages/${subdomain}/services`, { service: { name } });
  return response.json<{ service: { id: number } }>().service.id;
}

test("a change is told with who, what, where and when; newest first", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.owner.key);
  const first = await serviceOn(api, organization.page.subdomain, "First");
  const second = await serviceOn(owner, organization.page.subdomain, "Second");
  const { audit_log, meta } = await log(api.as(organization.keys.billing), organization);
  expect(meta.total_count).toBe(2);
  expect(audit_log[0]).toEqual({
    id: expect.any(Number),
    inserted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    action: "service.create",
    actor: `user:${organization.owner.id}`,
    actor_name: organization.owner.email,
    api_key_id: expect.any(Number),
    subject: `service:${second}`,
    status_page: organization.page.subdomain,
    changes: expect.objectContaining({ name: "Second" }),
    before: null,
    request_id: expect.any(String),
    address: expect.any(String),
  });
  expect(audit_log[1]).toMatchObject({
    subject: `service:${first}`,
    actor: expect.stringMatching(/^api_key:\d+$/),
    actor_name: "test",
  });
});

test("every filter finds what it names, and nothing else", async ({
  api,
  organization,
  database,
}) => {
  const other = await mintPage(database, organization.id);
  const service = await serviceOn(api, organization.page.subdomain, "First");
  await api.put(`/status_pages/${organization.page.subdomain}/services/${service}`, {
    service: { name: "Renamed" },
  });
  await serviceOn(api.as(organization.owner.key), other.subdomain, "Elsewhere");
  const { audit_log } = await log(api, organization);
  const counts: [string, number][] = [
    ["?action=service.create", 2],
    ["?action=service.delete", 0],
    [`?actor=user:${organization.owner.id}`, 1],
    [`?actor=${audit_log.at(-1)?.actor}`, 2],
    [`?subject=service:${service}`, 2],
    ["?subject=service", 3],
    ["?subject=incident", 0],
    [`?status_page=${other.subdomain}`, 1],
    ["?status_page=nowhere", 0],
    ["?from=2020-01-01T00:00:00&until=2020-01-02T00:00:00", 0],
    ["?until=2020-01-01T00:00:00", 0],
    ["?from=2020-01-01T00:00:00", 3],
    [`?subject=service&status_page=${organization.page.subdomain}&action=service.update`, 1],
  ];
  for (const [query, count] of counts) {
    const found = await log(api, organization, query);
    expect([query, found.audit_log.length, found.meta.total_count]).toEqual([query, count, count]);
  }
  expect((await api.get(`/orgs/${organization.id}/audit_log?from=yesterday`)).status).toBe(400);
});

test("walking the log shows each row once, and never another organization's", async ({
  api,
  organization,
  database,
}) => {
  const stranger = await mintOrganization(database);
  await serviceOn(api.as(stranger.keys.admin), stranger.page.subdomain, "Theirs");
  for (let round = 0; round < 5; round++)
    await serviceOn(api, organization.page.subdomain, `Service ${round}`);
  const seen: number[] = [];
  let query: string | null = "?limit=2";
  while (query !== null) {
    const { audit_log, links, meta }: List = await log(api, organization, query);
    expect(meta.total_count).toBe(5);
    seen.push(...audit_log.map(({ id }) => id));
    query = links.next && new URL(links.next).search;
  }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  expect(seen).toHaveLength(5);
});

test("no token, link or address of a chat ever gets into the log", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.owner.key);
  const key = await owner.post(`/orgs/${organization.id}/api_keys`, { api_key: { name: "Key" } });
  const member = await owner.post(`/orgs/${organization.id}/members`, {
    member: { email: "invited@example.com", role: "viewer" },
  });
  const webhook_url = "https://hooks.example.com/services/T0/B0/very-secret";
  const subscription = { type: "slack", webhook_url };
  const made = await owner.post(`/status_pages/${organization.page.subdomain}/subscriptions`, {
    subscription,
  });
  expect([key.status, member.status, made.status]).toEqual([201, 200, 201]);
  const secrets = [
    key.json<{ api_key: { token: string } }>().api_key.token,
    member
      .json<{ member: { invitation_url: string } }>()
      .member.invitation_url.split("/")
      .at(-1) as string,
    "very-secret",
  ];
  const text = JSON.stringify(await log(owner, organization));
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test("what a change replaced is told beside it: only what differs, and never a secret", async ({
  api,
  organization: { id, page },
}) => {
  const organization = { id } as Minted;
  const base = `/status_pages/${page.subdomain}`;
  const service = await serviceOn(api, page.subdomain, "First");
  await api.put(`${base}/services/${service}`, { service: { name: "Renamed", private: false } });
  await api.put(`/orgs/${id}/status_pages/${page.subdomain}`, {
    status_page: { about: "New", time_zone: "Etc/UTC", link_color: "112233" },
  });
  const integration = { name: "twilio", user: "AC1", key: "very-secret-key", phone_number: "+1" };
  const made = await api.post(`${base}/integrations`, { integration });
  const { id: integration_id } = made.json<{ integration: { id: number } }>().integration;
  await api.put(`${base}/integrations/${integration_id}`, {
    integration: { name: "twilio", user: "AC2", key: "another-secret-key" },
  });
  const befores = (await log(api, organization)).audit_log.map((row) => [
    row.action,
    (row as Row & { before: unknown }).before,
  ]);
  expect(befores).toEqual([
    ["integration.update", { user: "AC1" }],
    ["integration.create", null],
    ["status_page.update", { about: null, link_color: expect.any(String) }],
    ["service.update", { name: "First" }],
    ["service.create", null],
  ]);
  expect(JSON.stringify(befores)).not.toContain("secret");
});
