import { type DomainConfig, NO_DOMAIN as NONE } from "#lib/pages/domain-config.ts";
import { newDomain } from "#tests/support/data/domains.ts";
import { pageOf, refusal } from "#tests/support/http/page-calls.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const TARGET = "edge.allclear.test";
const OWN = { PAGES_DOMAIN: "pages.example.net", APP_URL: "http://app.example.org" };

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
  serverEnv: [
    async ({ dns }, use) => use({ ...OWN, DNS_SERVERS: dns.address, DOMAIN_TARGET: TARGET }),
    { scope: "worker" },
  ],
});

/** What was asked for; the worker adds records as they become known. */
const askedOf = ({ provider, domain, status, previous_domain, error }: DomainConfig) => {
  return { provider, domain, status, previous_domain, error };
};

test("a custom domain is requested, kept when left out, and removed by two nulls", async ({
  api,
  organization,
}) => {
  const { put } = pageOf(api, organization);
  const domain = newDomain();
  const asked = { provider: "cloudflare", domain: domain.toUpperCase(), status: "active" };
  const requested = (await put({ domain_config: { ...asked, error: "" } })).domain_config;
  const expected = { provider: "cloudflare", domain, status: "configuring", error: null };
  expect(requested).toMatchObject(expected);
  expect((await put({ about: "x" })).domain_config).toMatchObject(askedOf(requested));
  const removed = { domain_config: { provider: null, domain: null } };
  expect((await put(removed)).domain_config).toEqual(NONE);
});

test("domain and custom_domain_enabled ask for our own driver and are echoed as they were sent", async ({
  api,
  organization,
}) => {
  const { put, get } = pageOf(api, organization);
  expect(await get()).toMatchObject({ domain: null, custom_domain_enabled: false });
  const domain = newDomain().toUpperCase();
  expect(await put({ domain })).toMatchObject({ domain, domain_config: NONE });
  const own = { provider: "legacy_custom_domain", domain: domain.toLowerCase() };
  const enabled = await put({ custom_domain_enabled: true });
  expect(enabled).toMatchObject({
    domain,
    custom_domain_enabled: true,
    domain_config: { ...own, status: "configuring" },
  });
  expect((await put({ ...enabled })).domain_config).toMatchObject(askedOf(enabled.domain_config));
  const other = newDomain();
  const { domain_config } = await put({ ...enabled, domain: other });
  expect(domain_config).toMatchObject({ ...own, domain: other });
  expect(await put({ custom_domain_enabled: false })).toMatchObject({
    domain: other,
    custom_domain_enabled: false,
    domain_config: NONE,
  });
});

test("the new way to ask is not disturbed by the older one's zero values, nor by what it once said", async ({
  api,
  organization,
}) => {
  const { put } = pageOf(api, organization);
  const asked = { provider: "cdn_b", domain: newDomain() };
  const zeros = { domain: "", custom_domain_enabled: false };
  const { domain_config } = await put({ ...zeros, domain_config: asked });
  expect(domain_config).toMatchObject(asked);
  expect((await put(zeros)).domain_config).toMatchObject(askedOf(domain_config));
  const older = { domain: newDomain(), custom_domain_enabled: true };
  expect((await put(older)).domain_config).toMatchObject({ provider: "legacy_custom_domain" });
  const again = await put({ domain_config: asked });
  expect(again).toMatchObject({ ...older, domain_config: asked });
  expect((await put({ ...again })).domain_config).toMatchObject(askedOf(again.domain_config));
});

test("a domain in letters beyond ASCII is kept as DNS has it, and echoed as sent where it always was", async ({
  api,
  organization,
}) => {
  const { put, change } = pageOf(api, organization);
  const label = newDomain().split(".")[0];
  const [sent, stored] = [`${label}.Müller.example`, `${label}.xn--mller-kva.example`];
  const { domain_config } = await put({ domain_config: { provider: "cdn_b", domain: sent } });
  expect(domain_config).toMatchObject({ domain: stored, status: "configuring" });
  // A client that sends back what it read, and one that sends what it sent, change nothing.
  expect((await put({ domain_config })).domain_config).toMatchObject(askedOf(domain_config));
  expect((await put({ domain_config: { domain: sent } })).domain_config).toMatchObject(
    askedOf(domain_config),
  );
  expect(await put({ domain: sent, custom_domain_enabled: true })).toMatchObject({
    domain: sent,
    domain_config: { provider: "legacy_custom_domain", domain: stored },
  });
  const mixed = { provider: "cdn_b", domain: "pаypal.example" };
  expect(await refusal(change({ domain_config: mixed }))).toEqual([
    422,
    { "domain_config.domain": ["must be a domain name like status.example.com"] },
  ]);
});

test("legacy_custom_domain is a provider like the others", async ({ api, organization }) => {
  const asked = { provider: "legacy_custom_domain", domain: newDomain() };
  const { put, change } = pageOf(api, organization);
  expect((await put({ domain_config: asked })).domain_config).toMatchObject(asked);
  expect((await change({ domain_config: { provider: "akamai" } })).status).toBe(422);
});

test("a page cannot take a name of this server, nor one below it", async ({
  api,
  organization,
}) => {
  const { change } = pageOf(api, organization);
  const own = ["is reserved for this server"];
  for (const domain of [
    "pages.example.net",
    "Other.Pages.Example.net",
    "app.example.org",
    "x.y.app.example.org",
  ]) {
    const domain_config = { provider: "cdn_a", domain };
    expect(await refusal(change({ domain_config }))).toEqual([
      422,
      { "domain_config.domain": own },
    ]);
    const older = { domain, custom_domain_enabled: true };
    expect(await refusal(change(older))).toEqual([422, { domain: own }]);
  }
  const near = { provider: "cdn_a", domain: `${newDomain().split(".")[0]}.not-pages.example.net` };
  expect((await change({ domain_config: near })).status).toBe(200);
});

test("a webhook receiver follows a domain from its request to its removal, without polling", async ({
  api,
  organization,
  dns,
}) => {
  const { put } = pageOf(api, organization);
  const receiver = await Receiver.open();
  const events = ["status_page.domain.updated"];
  const webhook = { url: receiver.url, events, ordered: true };
  await api.post(`/status_pages/${organization.page.subdomain}/webhooks`, { webhook });
  const told = async (nth: number) => {
    const { event, data } = JSON.parse((await receiver.nth(nth)).body);
    const { domain, status } = data.object.domain_config;
    return [event, data.object.subdomain, domain, status];
  };
  const domain = newDomain();
  const { subdomain } = organization.page;
  dns.add(domain, "CNAME", TARGET);
  await put({ domain_config: { provider: "cdn_b", domain } });
  expect(await told(1)).toEqual([events[0], subdomain, domain, "configuring"]);
  expect(await told(2)).toEqual([events[0], subdomain, domain, "active"]);
  await put({ domain_config: { provider: null, domain: null } });
  expect(await told(3)).toEqual([events[0], subdomain, null, "disabled"]);
  await receiver.close();
});
