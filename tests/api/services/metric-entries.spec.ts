import type { Entry } from "#lib/services/metric-entries/schema.ts";
import { DAY, HOUR, unixNow } from "#tests/support/data/metrics.ts";
import { GIVEN, metricsOf } from "#tests/support/http/metric-calls.ts";
import { expect, test } from "#tests/support/test.ts";

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

test("an entry without a time is of now, alone and among others", async ({ api, organization }) => {
  const { create, get, post } = metricsOf(api, organization.page.subdomain);
  const { id } = await create();
  const before = unixNow();
  const alone = (await post(id, { entry: { value: 3 } })).json<{ entry: Entry }>();
  expect(alone.entry).toEqual({ time: expect.any(Number), value: 3 });
  expect((await get(id)).latest_entry_time).toBe(alone.entry.time);
  const earlier = { time: before - 60, value: 1 };
  const listed = (await post(id, { entries: [earlier, { value: 4 }] })).json<{
    entries: Entry[];
  }>();
  expect(listed.entries).toEqual([earlier, { time: expect.any(Number), value: 4 }]);
  for (const time of [alone.entry.time, listed.entries[1]?.time]) {
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(unixNow());
  }
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
    [{ entry: { time: null, value: 1 } }, ["time"]],
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
