import type { StatusPage } from "#lib/pages/schema.ts";
import type { Service } from "#lib/services/schema.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import { pathOf, sampleIds } from "#tests/support/data/samples.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import type { Api } from "#tests/support/http/api.ts";
import { operations } from "#tests/support/http/operations.ts";
import { expect, test } from "#tests/support/test.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const HEAD = { method: "HEAD", headers: [], keyword_down: null, keyword_up: null };

function pageOf(api: Api, { id, page }: Minted) {
  const path = `/orgs/${id}/status_pages/${page.subdomain}`;
  return {
    put: (status_page: object) => api.put(path, { status_page }),
    get: async () => (await api.get(path)).json<{ status_page: StatusPage }>().status_page,
  };
}

test("addresses without a scheme are kept as they were sent, and read as https in feeds", async ({
  api,
  organization,
  server,
}) => {
  const { put, get } = pageOf(api, organization);
  const { create, get: read } = servicesOf(api, organization.page.subdomain);
  for (const address of ["example.com", "Example.com:8443/status?a=1#b", "93.184.215.14/x"]) {
    expect((await put({ url: address })).status, address).toBe(200);
    expect((await get()).url).toBe(address);
    const atom = await server.visit(organization.page.subdomain, "/atom");
    expect(atom.text).toContain(`<uri>${new URL(`https://${address}`).href}</uri>`);
    const { id } = await create({ name: "API", monitoring: "internal", ping_url: address });
    expect(await read(id)).toMatchObject({ monitoring: "internal", ping_url: address });
  }
});

for (const address of ["nowhere", "javascript:alert(1)", "//example.com", "ftp://example.com"]) {
  test(`"${address}" is no address, with or without a scheme`, async ({ api, organization }) => {
    const { path } = servicesOf(api, organization.page.subdomain);
    expect((await pageOf(api, organization).put({ url: address })).status).toBe(422);
    const refused = await api.post(path, { service: { name: "API", ping_url: address } });
    expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      422,
      ["ping_url"],
    ]);
  });
}

test("how a service is checked is null until it is sent, whole once it is, and null clears it", async ({
  api,
  organization,
}) => {
  const { create, get, put } = servicesOf(api, organization.page.subdomain);
  const none = { monitoring_options: null, webhook_custom_jsonpath_settings: null };
  for (const given of [{}, none, { monitoring_options: {}, webhook_custom_jsonpath_settings: {} }])
    expect(await create({ name: "API", ...(given as object) })).toMatchObject(none);
  const { id } = await create({ name: "API" });
  const zeros = { method: "", headers: null, keyword_down: "", keyword_up: "" };
  const paths = { jsonpath: "", expected_result: null };
  await put(id, { monitoring_options: zeros, webhook_custom_jsonpath_settings: paths });
  expect(await get(id)).toMatchObject({
    monitoring_options: HEAD,
    webhook_custom_jsonpath_settings: { jsonpath: null, expected_result: null },
  });
  const options = { method: "get", headers: [{ key: "A", value: "1" }], keyword_up: "ok" };
  await put(id, { monitoring_options: options });
  expect((await get(id)).monitoring_options).toEqual({ ...HEAD, ...options });
  await put(id, { monitoring_options: { method: "POST" } });
  expect((await get(id)).monitoring_options).toEqual({ ...HEAD, method: "POST" });
  await put(id, { name: "Left alone" });
  expect((await get(id)).monitoring_options).toEqual({ ...HEAD, method: "POST" });
  await put(id, none);
  expect(await get(id)).toMatchObject(none);
});

test("a service tells when it was made and changed, has a UUID, and is neither up nor down unchecked", async ({
  api,
  organization,
}) => {
  const { create, put, get } = servicesOf(api, organization.page.subdomain);
  const made = await create({ name: "API" });
  await put(made.id, { monitoring_options: { keyword_down: "down" } });
  expect(made).toMatchObject({
    inserted_at: expect.stringMatching(STAMP),
    updated_at: expect.stringMatching(STAMP),
    inbound_email_id: expect.stringMatching(UUID),
    is_up: null,
  });
  for (const monitoring of ["internal", "webhook", "3rd_party", null])
    await put(made.id, { monitoring, ping_url: "https://example.com", is_up: true });
  expect(await get(made.id)).toMatchObject({
    inbound_email_id: made.inbound_email_id,
    is_up: null,
  });
});

test("reports go to an address of the service: by mail to a 3rd_party, by webhook to its kind", async ({
  api,
  organization,
  server,
}) => {
  const { subdomain } = organization.page;
  const { create, put, path } = servicesOf(api, subdomain);
  const service = await create({ name: "API" });
  await put(service.id, {
    monitoring_options: { keyword_up: "UP" },
    webhook_custom_jsonpath_settings: { jsonpath: "$.status", expected_result: "up" },
  });
  const addresses = async (given: object) => {
    const answer = await put(service.id, given);
    const { inbound_email_address, incoming_webhook_url } = answer.json<{ service: Service }>()
      .service;
    return { inbound_email_address, incoming_webhook_url };
  };
  const id = service.inbound_email_id;
  expect(await addresses({ monitoring: "3rd_party" })).toEqual({
    inbound_email_address: `${id}@localhost`,
    incoming_webhook_url: null,
  });
  for (const webhook_monitoring_service of ["status-cake", "uptime-robot", "custom-jsonpath"])
    expect(await addresses({ monitoring: "webhook", webhook_monitoring_service })).toEqual({
      inbound_email_address: null,
      incoming_webhook_url: `${server.url}/api/v2${path}/${id}/automate/${webhook_monitoring_service}`,
    });
  expect(await addresses({ monitoring: null })).toEqual({
    inbound_email_address: null,
    incoming_webhook_url: null,
  });
});

test("two names of a field do not contradict each other while neither says anything", async ({
  api,
  organization,
}) => {
  const { put, get } = pageOf(api, organization);
  await put({ social_posting_enabled: true, social_public_screen_name: "acme" });
  const zeros = ["", 0, {}, false, null];
  const pairs = zeros.flatMap((zero) => [
    [zero, null],
    [null, zero],
    [zero, false],
    [false, zero],
  ]);
  for (const [name, alias] of pairs) {
    const both = { social_posting_enabled: name, tweeting_enabled: alias };
    expect([both, (await put(both)).status]).toEqual([both, 200]);
    const says = name === false || alias === false;
    expect([both, (await get()).social_posting_enabled]).toEqual([both, !says]);
    const texts = { social_public_screen_name: name, twitter_public_screen_name: alias };
    expect([texts, (await put(texts)).status]).toEqual([texts, 200]);
    expect((await get()).social_public_screen_name).toBeNull();
    await put({ social_posting_enabled: true });
  }
  for (const both of [
    { social_posting_enabled: true, tweeting_enabled: false },
    { social_public_screen_name: "acme", twitter_public_screen_name: "" },
    { social_public_screen_name: null, twitter_public_screen_name: "acme" },
  ])
    expect([both, (await put(both)).status]).toEqual([both, 422]);
});

test("a query string that is glued to a path is a path that does not exist", async ({
  database,
  organization,
  server,
}) => {
  const ids = await sampleIds(database, organization);
  const headers = { authorization: organization.keys.owner };
  for (const { path } of operations.filter(({ method }) => method === "GET")) {
    for (const version of ["v1", "v2"]) {
      const target = `/api/${version}${pathOf(path, ids)}limit=5`;
      const answer = await server.request(target, { headers });
      expect([target, answer.status, answer.json()]).toEqual([
        target,
        404,
        { error: 404, message: "Not found" },
      ]);
    }
  }
});
