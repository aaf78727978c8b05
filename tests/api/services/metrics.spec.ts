import type { Metric } from "#lib/services/metrics/schema.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintMetric, unixNow } from "#tests/support/data/metrics.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { GIVEN, metricsOf } from "#tests/support/http/metric-calls.ts";
import { expect, test } from "#tests/support/test.ts";

test("a new metric is answered as the interface has it, last on the page", async ({
  api,
  organization,
}) => {
  const { create, path } = metricsOf(api, organization.page.subdomain);
  const first = await create();
  const answer = await api.post(path, {
    metric: { ...GIVEN, order: 1, id: 1, status: "active", latest_entry_time: 5 },
  });
  expect(answer.status).toBe(201);
  expect(answer.json()).toEqual({
    metric: {
      id: expect.any(Number),
      ...GIVEN,
      enabled: false,
      visible: false,
      remote_id: null,
      remote_name: null,
      status: "inactive",
      latest_entry_time: null,
      threshold: null,
      featured_number: "avg",
      order: first.order + 1,
      integration_id: null,
      service_id: null,
    },
  });
});

test("what was set is read back, a change leaves the rest, and a deleted metric is gone", async ({
  api,
  organization,
  database,
}) => {
  const { create, get, put, path } = metricsOf(api, organization.page.subdomain);
  const integration_id = await mintIntegration(database, organization.page.id);
  const set = {
    ...GIVEN,
    enabled: true,
    visible: true,
    remote_id: "r",
    remote_name: "R",
    threshold: 0.5,
    featured_number: "max",
  };
  const made = await create({ ...set, integration_id: String(integration_id) });
  expect(made).toMatchObject({ ...set, integration_id });
  expect((await put(made.id, { type: "up", threshold: 0, title: "", unit: null })).json()).toEqual({
    metric: { ...made, type: "up", threshold: 0 },
  });
  expect((await put(made.id, { integration_id: null, remote_id: "" })).status).toBe(200);
  expect(await get(made.id)).toEqual({
    ...made,
    type: "up",
    threshold: 0,
    integration_id: null,
    remote_id: null,
  });
  const removed = await api.delete(`${path}/${made.id}`);
  expect([removed.status, removed.text]).toEqual([200, '""']);
  expect((await api.get(`${path}/${made.id}`)).status).toBe(404);
});

test("a create names what is missing or not allowed and adds nothing", async ({
  api,
  organization,
}) => {
  const { path } = metricsOf(api, organization.page.subdomain);
  const blank = ["can't be blank"];
  const zero = {
    title: "",
    unit: "",
    type: "",
    enabled: false,
    visible: false,
    threshold: 0,
    integration_id: "",
  };
  const answer = await api.post(path, { metric: zero });
  expect([answer.status, answer.json()]).toEqual([
    422,
    { errors: { title: blank, unit: blank, type: blank } },
  ]);
  for (const wrong of [
    { type: "down" },
    { featured_number: "min" },
    { threshold: "1" },
    { integration_id: "x" },
    { integration_id: 999_999 },
  ]) {
    const refused = await api.post(path, { metric: { ...GIVEN, ...wrong } });
    expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      422,
      Object.keys(wrong),
    ]);
  }
  expect((await api.get(path)).json()).toMatchObject({ metrics: [], meta: { total_count: 0 } });
});

test("another page's integration is unknown, another page's metric is not found", async ({
  api,
  organization,
  database,
}) => {
  const { create, put, post } = metricsOf(api, organization.page.subdomain);
  const { page } = await mintOrganization(database);
  const made = await create();
  const refused = await put(made.id, { integration_id: await mintIntegration(database, page.id) });
  expect([refused.status, refused.json()]).toEqual([
    422,
    { errors: { integration_id: ["does not exist"] } },
  ]);
  const strange = await mintMetric(database, page.id);
  expect((await post(strange, { entry: { time: unixNow(), value: 1 } })).status).toBe(404);
});

test("metrics are listed by order, page by page", async ({ api, organization }) => {
  const { create, path } = metricsOf(api, organization.page.subdomain);
  const made = [await create(), await create(), await create()];
  type List = { metrics: Metric[]; links: { next: string }; meta: { total_count: number } };
  const first = (await api.get(`${path}?limit=2`)).json<List>();
  expect(first).toMatchObject({ metrics: made.slice(0, 2), meta: { total_count: 3 } });
  const rest = await api.get(`${path}${new URL(first.links.next).search}`);
  expect(rest.json()).toMatchObject({ metrics: made.slice(2), links: { next: null } });
});
