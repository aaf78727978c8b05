import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { newDomain } from "#tests/support/data/domains.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { request } from "#tests/support/http/http.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const TARGET = "edge.allclear.test";

const test = base.extend<object, { dns: NameServer }>({
  dns: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const server = await NameServer.open();
      server.add(TARGET, "A", "127.0.0.1");
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  // Private addresses are refused, but for our own.
  serverEnv: [
    async ({ dns }, use) =>
      use({ DNS_SERVERS: dns.address, DOMAIN_TARGET: TARGET, ALLOW_PRIVATE_TARGETS: "0" }),
    { scope: "worker" },
  ],
});

test("records are told at once, and the domain is active soon after they are right", async ({
  api,
  organization,
  server,
  dns,
}) => {
  const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  const domain = newDomain();
  const config = async () => {
    const { status_page } = (await api.get(path)).json<{
      status_page: { domain_config: Record<string, unknown> };
    }>();
    return status_page.domain_config;
  };
  await api.put(path, { status_page: { domain_config: { provider: "cdn_b", domain } } });
  await expect
    .poll(config, { intervals: [50] })
    .toMatchObject({ validation_records: { hostname_cname_value: TARGET } });
  const checked = await api.post(`${path}/domain/check`, undefined);
  expect(checked.status, checked.text).toBe(201);
  expect(checked.json<{ domain: DomainReport }>().domain).toMatchObject({
    domain,
    state: "waiting",
    way: null,
    records: [{ type: "CNAME", name: domain, expected: TARGET, code: "not_found" }],
  });
  dns.add(domain, "CNAME", TARGET);
  await expect.poll(async () => (await config()).status, { intervals: [100] }).toBe("active");
  const { domain: report } = (await api.get(`${path}/domain`)).json<{ domain: DomainReport }>();
  expect(report).toMatchObject({ way: "cname", state: "right", reached: { state: "right" } });
  const page = await request(server.port, `${domain}:${server.port}`, "/");
  expect(page.status).toBe(200);
  expect(page.text).toContain(organization.page.name);
});

test("a page without a domain has no check; one is checked at most 20 times a minute", async ({
  database,
  server,
  dns,
}) => {
  const organization = await mintOrganization(database);
  const api = apiOf(server, organization.keys.admin);
  const path = `/orgs/${organization.id}/status_pages/${organization.page.subdomain}`;
  expect((await api.get(`${path}/domain`)).status).toBe(404);
  expect((await api.post(`${path}/domain/check`, undefined)).status).toBe(404);
  const domain = newDomain();
  dns.add(domain, "CNAME", "elsewhere.example.test");
  await api.put(path, { status_page: { domain_config: { provider: "cdn_b", domain } } });
  const checks = Array.from({ length: 21 }, () => api.post(`${path}/domain/check`, undefined));
  const statuses = (await Promise.all(checks)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("a name that leads here without a page proves only that, and shows nothing of anybody", async ({
  server,
  organization,
}) => {
  const host = newDomain();
  const token = "d".repeat(64);
  const path = `/.well-known/allclear-domain/${token}`;
  const proof = await request(server.port, host, path);
  expect([proof.status, proof.text]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const other = await request(server.port, newDomain(), path);
  expect(other.text).not.toBe(proof.text);
  const page = await request(server.port, host, "/");
  expect(page.status).toBe(404);
  expect(page.text).not.toContain(organization.page.name);
});
