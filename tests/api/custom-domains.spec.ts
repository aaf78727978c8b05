import { randomBytes } from "node:crypto";
import type { StatusPage } from "#lib/status-pages/schema.ts";
import { type Api, apiOf } from "#tests/support/api.ts";
import { type Minted, mintOrganization } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: { PAGES_DOMAIN: "pages.example.net", APP_URL: "http://app.example.org" } });

const newDomain = () => `status-${randomBytes(5).toString("hex")}.example.com`;
const NONE = {
  provider: null,
  domain: null,
  main_hostname: null,
  previous_domain: null,
  status: "disabled",
  validation_records: null,
  external_id: null,
  error: null,
  pullzone_id: null,
};

type Page = StatusPage & Record<string, unknown>;

function pageOf(api: Api, { id, page }: Minted) {
  const path = `/orgs/${id}/status_pages/${page.subdomain}`;
  const change = (status_page: object) => api.put(path, { status_page });
  return {
    change,
    put: async (status_page: object) => {
      const answer = await change(status_page);
      expect(answer.status, answer.text).toBe(200);
      return answer.json<{ status_page: Page }>().status_page;
    },
    get: async () => (await api.get(path)).json<{ status_page: Page }>().status_page,
  };
}

const refusal = async (answer: ReturnType<Api["put"]>) => {
  const { status, text } = await answer;
  return [status, JSON.parse(text).errors];
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
  expect((await put({ about: "x" })).domain_config).toEqual(requested);
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
  expect((await put({ ...enabled })).domain_config).toEqual(enabled.domain_config);
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
  expect((await put(zeros)).domain_config).toEqual(domain_config);
  const older = { domain: newDomain(), custom_domain_enabled: true };
  expect((await put(older)).domain_config).toMatchObject({ provider: "legacy_custom_domain" });
  const again = await put({ domain_config: asked });
  expect(again).toMatchObject({ ...older, domain_config: asked });
  expect((await put({ ...again })).domain_config).toEqual(again.domain_config);
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

test("a domain is one page's, in whichever organization, until that page gives it up", async ({
  api,
  organization,
  database,
  server,
}) => {
  const other = await mintOrganization(database);
  const mine = pageOf(api, organization);
  const theirs = pageOf(apiOf(server, other.keys.admin), other);
  const domain = newDomain();
  const domain_config = { provider: "cdn_a", domain };
  await theirs.put({ domain_config });
  const proof = expect.stringMatching(
    new RegExp(`create the TXT record _allclear\\.${domain} with the value [0-9a-f]{64},`),
  );
  const taken = ["has already been taken", proof];
  expect(await refusal(mine.change({ about: "changed", domain_config }))).toEqual([
    422,
    { "domain_config.domain": taken },
  ]);
  const older = { domain: domain.toUpperCase(), custom_domain_enabled: true };
  expect(await refusal(mine.change(older))).toEqual([422, { domain: taken }]);
  const page = { name: "New", url: "example.com", time_zone: "Etc/UTC", domain_config };
  const list = `/orgs/${organization.id}/status_pages`;
  expect(await refusal(api.post(list, { status_page: page }))).toEqual([
    422,
    { "domain_config.domain": taken },
  ]);
  expect(await mine.get()).toMatchObject({ about: null, domain: null, domain_config: NONE });
  await theirs.put({ domain_config: { provider: null, domain: null } });
  expect((await mine.put({ domain_config })).domain_config).toMatchObject(domain_config);
});

test("of many pages that ask for one domain at once, one gets it", async ({ database, server }) => {
  const domain_config = { provider: "cdn_a", domain: newDomain() };
  const pages = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const organization = await mintOrganization(database);
      return pageOf(apiOf(server, organization.keys.admin), organization);
    }),
  );
  const answers = await Promise.all(pages.map(({ change }) => change({ domain_config })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
});
