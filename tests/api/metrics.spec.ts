import type { Entry, Points } from "#lib/metrics/entries/schema.ts";
import type { Metric } from "#lib/metrics/schema.ts";
import type { Api } from "#tests/support/api.ts";
import { mintIntegration } from "#tests/support/integrations.ts";
import { DAY, HOUR, mintMetric, unixNow } from "#tests/support/metrics.ts";
import { mintOrganization } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const GIVEN = { title: "Response time", unit: "ms", type: "rt" };

function metricsOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/metrics`;
  return {
    path,
    create: async (metric: object = GIVEN) =>
      (await api.post(path, { metric })).json<{ metric: Metric }>().metric,
    get: async (id: number) => (await api.get(`${path}/${id}`)).json<{ metric: Metric }>().metric,
    put: (id: number, metric: unknown) => api.put(`${path}/${id}`, { metric }),
    post: (id: number, body: unknown, headers: Record<string, string> = {}) =>
      api.post(`${path}/${id}/entries`, body, { headers }),
    points: async (id: number, query = "") =>
      (await api.get(`${path}/${id}/entries${query}`)).json<Points>(),
  };
}

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

test("an entry makes its metric active and is answered with 200; the same time again replaces it", async ({
  api,
  organization,
}) => {
  const { create, get, post, points } = metricsOf(api, organization.page.subdomain);
  const { id } = await create({ ...GIVEN, enabled: true });
  const entry = { time: unixNow() - 5, value: 0 };
  for (const value of [3, 0]) {
    const answer = await post(id, { entry: { ...entry, value } });
    expect([answer.status, answer.json()]).toEqual([200, { entry: { ...entry, value } }]);
  }
  expect(await get(id)).toMatchObject({ status: "active", latest_entry_time: entry.time });
  const { entries, meta } = await points(id);
  expect(entries).toEqual([{ ...entry, count: 1, min: 0, max: 0, last: 0 }]);
  expect(meta.resolution).toBe("raw");
});

test("a thousand entries are recorded at once, more are refused", async ({ api, organization }) => {
  const { create, post, points } = metricsOf(api, organization.page.subdomain);
  const { id } = await create();
  const start = unixNow() - 80 * DAY;
  const entries = Array.from(
    { length: 1_000 },
    (_, index): Entry => ({ time: start + index * 6_000, value: index }),
  );
  const answer = await post(id, { entries });
  expect([answer.status, answer.json()]).toEqual([200, { entries }]);
  const chart = await points(id, `?from=${start - 9 * DAY}&to=${start + 81 * DAY}`);
  expect(chart.meta.resolution).toBe("day");
  expect(chart.entries.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  const refused = await post(id, { entries: [...entries, { time: start, value: 1 }] });
  expect([refused.status, refused.json()]).toEqual([
    422,
    { errors: { entries: ["has too many items (at most 1,000)"] } },
  ]);
});

test("entries that are wrong are named by their place, and none of the request is kept", async ({
  api,
  organization,
}) => {
  const { create, get, post } = metricsOf(api, organization.page.subdomain);
  const { id } = await create();
  const good = { time: unixNow(), value: 1 };
  const wrong: [unknown, string[]][] = [
    [{ entry: { time: 0, value: null } }, ["time", "value"]],
    [{ entry: { ...good, value: "1" } }, ["value"]],
    [{ entry: { ...good, time: good.time * 1_000 } }, ["time"]],
    [{ entry: { ...good, value: 1e300 } }, ["value"]],
    [
      { entries: [good, { ...good, time: 1.5 }, { time: good.time }] },
      ["entries.1.time", "entries.2.value"],
    ],
    [{ entries: [good, { ...good, time: good.time + 2 * HOUR }] }, ["entries.1.time"]],
    [{ entries: [good, null] }, ["entries.1"]],
    [{ entries: [] }, ["entries"]],
    [{ entry: good, entries: [good] }, ["entries"]],
    [{ entries: {} }, ["entry"]],
    [{ points: [] }, ["entry"]],
    [[], ["entry"]],
  ];
  for (const [body, fields] of wrong) {
    const answer = await post(id, body);
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
      422,
      fields,
    ]);
  }
  expect((await get(id)).latest_entry_time).toBeNull();
});

test("a repeated POST of entries gets the first answer again", async ({ api, organization }) => {
  const { create, post } = metricsOf(api, organization.page.subdomain);
  const { id } = await create();
  for (const body of [
    { entry: { time: unixNow(), value: 1 } },
    { entries: [{ time: unixNow(), value: 2 }] },
  ]) {
    const key = { "idempotency-key": `entries-${Object.keys(body)}` };
    const [first, again] = [await post(id, body, key), await post(id, body, key)];
    expect([again.status, again.json(), again.headers["idempotent-replayed"]]).toEqual([
      200,
      first.json(),
      "true",
    ]);
  }
});

test("charts refuse spans and resolutions that make no sense", async ({ api, organization }) => {
  const { create, path } = metricsOf(api, organization.page.subdomain);
  const { id } = await create();
  const queries = [
    "?from=x",
    "?from=10&to=5",
    "?resolution=week",
    `?from=${unixNow() - 90 * DAY}&resolution=minute`,
    "?to=-1",
  ];
  for (const query of queries)
    expect((await api.get(`${path}/${id}/entries${query}`)).status).toBe(400);
  const week = await api.get(`${path}/${id}/entries?from=${unixNow() - 7 * DAY}&to=${unixNow()}`);
  expect(week.json()).toMatchObject({ entries: [], meta: { resolution: "hour" } });
});

test("a busy day is read by the minute", async ({ api, organization }) => {
  const { create, post, points } = metricsOf(api, organization.page.subdomain);
  const { id } = await create();
  const start = Math.floor(unixNow() / HOUR) * HOUR - 2 * HOUR;
  for (const part of [0, 1]) {
    const entries = Array.from({ length: 1_000 }, (_, index) => ({
      time: start + (part * 1_000 + index) * 3,
      value: part,
    }));
    expect((await post(id, { entries })).status).toBe(200);
  }
  const { entries, meta } = await points(id, `?from=${start}&to=${start + 2 * HOUR}`);
  expect(meta.resolution).toBe("minute");
  expect(entries).toHaveLength(100);
  expect(entries[0]).toEqual({ time: start, value: 0, count: 20, min: 0, max: 0, last: 0 });
});
