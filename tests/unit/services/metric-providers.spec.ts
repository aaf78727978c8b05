import { expect, test } from "@playwright/test";
import { datadog } from "#lib/services/metric-imports/datadog.ts";
import { newrelic } from "#lib/services/metric-imports/newrelic.ts";
import { pingdom } from "#lib/services/metric-imports/pingdom.ts";
import { type Credentials, type Provider, Refusal } from "#lib/services/metric-imports/provider.ts";

const TO = 1_800_000_000;
const access: Credentials = {
  key: "k",
  password: "p",
  user: "7",
  region: null,
  api_key_type: null,
};
const asked = { remote_id: "a b/c", type: "rt" as const, from: TO - 900, to: TO };

const url = (provider: Provider, more: Partial<Credentials> = {}) =>
  provider.request({ ...access, ...more }, asked).url;

test("each provider is asked at the address of its region, for the span, and never more", () => {
  expect(url(datadog)).toBe(
    `https://api.datadoghq.com/api/v1/query?from=${TO - 900}&to=${TO}&query=a+b%2Fc`,
  );
  expect(url(datadog, { region: "datadoghq.eu" })).toMatch(
    /^https:\/\/api\.datadoghq\.eu\/api\/v1/,
  );
  expect(url(newrelic)).toBe("https://api.newrelic.com/graphql");
  expect(url(newrelic, { region: "us" })).toBe("https://api.newrelic.com/graphql");
  expect(url(newrelic, { region: "eu" })).toBe("https://api.eu.newrelic.com/graphql");
  expect(url(pingdom)).toBe(
    "https://api.pingdom.com/api/3.1/summary.performance/a%20b%2Fc" +
      `?from=${TO - 900}&to=${TO}&resolution=hour&includeuptime=true&order=asc`,
  );
  expect(datadog.list?.request(access, 5).url).toBe(
    "https://api.datadoghq.com/api/v1/metrics?from=5",
  );
  expect(pingdom.list?.request(access, 5).url).toBe("https://api.pingdom.com/api/3.1/checks");
  expect(newrelic.list).toBeNull();
});

test("how often and how far back a provider is asked", () => {
  const pace = ({ every_seconds, first_seconds }: Provider) => [every_seconds, first_seconds];
  expect([datadog, newrelic, pingdom].map(pace)).toEqual([
    [300, 86_400],
    [300, 86_400],
    [900, 604_800],
  ]);
});

test("Datadog gets two keys, or a token where it was chosen or there is one only; Pingdom a token", () => {
  const both = { "dd-api-key": "k", "dd-application-key": "p" };
  const token = { authorization: "Bearer k" };
  for (const [more, headers] of [
    [{}, both],
    [{ api_key_type: "application" }, both],
    [{ api_key_type: "bearer" }, token],
    [{ password: null }, token],
  ] as const) {
    expect(datadog.request({ ...access, ...more }, asked).headers).toEqual(headers);
    expect(datadog.list?.request({ ...access, ...more }, 1).headers).toEqual(headers);
  }
  expect(pingdom.request(access, asked).headers).toEqual(token);
  expect(pingdom.list?.request(access, 1).headers).toEqual(token);
});

const points = (...seconds: number[]) => seconds.map((time, value) => [time * 1_000 + 999, value]);

test("Datadog: only buckets that are over count, by the interval, else by the smallest distance", () => {
  const times = (interval: number | undefined, ...seconds: number[]) =>
    datadog
      .entries({ series: [{ interval, pointlist: points(...seconds) }] }, asked)
      .map(({ time }) => time - TO);
  expect(times(60, TO - 61, TO - 60, TO - 59)).toEqual([-61, -60]);
  expect(times(undefined, TO - 200, TO - 100, TO - 70, TO - 30, TO - 29)).toEqual([
    -200, -100, -70, -30, -29,
  ]);
  expect(times(undefined, TO - 120, TO - 60, TO)).toEqual([-120, -60]);
  expect(times(undefined, TO - 500)).toEqual([]);
  expect(datadog.entries({}, asked)).toEqual([]);
  expect(datadog.entries({ series: [{ pointlist: [] }] }, asked)).toEqual([]);
});

test("Datadog: a value that is null is none, and one that is 0 is one", () => {
  const pointlist = [
    [(TO - 600) * 1_000, null],
    [(TO - 300) * 1_000, 0],
  ];
  expect(datadog.entries({ series: [{ interval: 300, pointlist }] }, asked)).toEqual([
    { time: TO - 300, value: 0 },
  ]);
});

const REFUSED: [Provider, object, string][] = [
  [datadog, { status: "error" }, "query refused (error)"],
  [datadog, { status: "error", error: "no" }, "query refused (no)"],
  [datadog, { status: "ok", error: "no" }, "query refused (no)"],
  [newrelic, { errors: [{ message: "no" }, { message: "other" }] }, "query refused (no)"],
  [newrelic, { errors: [{}] }, "query refused (error)"],
  [newrelic, {}, "no such account in this region"],
  [newrelic, { data: null }, "no such account in this region"],
  [newrelic, { data: { actor: null } }, "no such account in this region"],
  [newrelic, { data: { actor: { account: null } } }, "no such account in this region"],
  [newrelic, { data: { actor: { account: { nrql: null } } } }, "no such account in this region"],
];

for (const [provider, body, message] of REFUSED)
  test(`an answer without entries tells why: ${JSON.stringify(body)}`, () => {
    expect(() => provider.entries(body, asked)).toThrow(new Refusal(message));
  });

const answered = (...results: object[]) => ({
  data: { actor: { account: { nrql: { results } } } },
  errors: [],
});

test("New Relic: a span that ends now counts, a later one does not, nor one without a number", () => {
  const row = (end: number, value: object) => ({
    beginTimeSeconds: end - 300,
    endTimeSeconds: end,
    ...value,
  });
  const body = answered(
    row(TO - 300, { facet: "a", count: 0 }),
    row(TO, { none: null, "percentile.duration": { 95: null, 99: 1.5 }, later: 9 }),
    row(TO + 1, { count: 4 }),
    row(TO - 600, { name: "a", average: null }),
  );
  expect(newrelic.entries(body, asked)).toEqual([
    { time: TO - 600, value: 0 },
    { time: TO - 300, value: 1.5 },
  ]);
  const none = { data: { actor: { account: { nrql: { results: null } } } } };
  expect(newrelic.entries(none, asked)).toEqual([]);
});

test("New Relic: a query keeps the series and the span that it names itself", () => {
  const query = (remote_id: string) => {
    const { body = "", method, headers } = newrelic.request(access, { ...asked, remote_id });
    expect({ method, headers }).toEqual({
      method: "POST",
      headers: { "api-key": "k", "content-type": "application/json" },
    });
    const { id, q } = JSON.parse(body).variables;
    expect(id).toBe(7);
    return q;
  };
  const span = ` SINCE ${TO - 900} UNTIL ${TO}`;
  for (const [given, sent] of [
    ["SELECT 1", `SELECT 1 TIMESERIES 5 minutes${span}`],
    ["SELECT timeseriesx, sincere", `SELECT timeseriesx, sincere TIMESERIES 5 minutes${span}`],
    ["SELECT xtimeseries, xsince", `SELECT xtimeseries, xsince TIMESERIES 5 minutes${span}`],
    ["SELECT 1 timeseries 1 hour", `SELECT 1 timeseries 1 hour${span}`],
    ["SELECT 1 since 1 day ago", "SELECT 1 since 1 day ago TIMESERIES 5 minutes"],
    ["SELECT 1 TIMESERIES SINCE today", "SELECT 1 TIMESERIES SINCE today"],
  ] as const)
    expect(query(given)).toBe(sent);
});

const HOUR = 3_600;
const HOURS: [hour: object, up: number | null, rt: number | null][] = [
  [{ uptime: 1_800, downtime: 600, avgresponse: 120 }, 75, 120],
  [{ uptime: 3_600, avgresponse: 0 }, 100, null],
  [{ downtime: 600, avgresponse: null }, 0, null],
  [{ uptime: 0, downtime: 0, avgresponse: 9 }, null, null],
  [{}, null, null],
];

for (const [hour, up, rt] of HOURS)
  test(`Pingdom: an hour that is over counts as far as it was monitored: ${JSON.stringify(hour)}`, () => {
    const values = (type: "up" | "rt", starttime: number) =>
      pingdom
        .entries({ summary: { hours: [{ starttime, ...hour }] } }, { ...asked, type })
        .map(({ value }) => value);
    expect(values("up", TO - HOUR)).toEqual(up === null ? [] : [up]);
    expect(values("rt", TO - HOUR)).toEqual(rt === null ? [] : [rt]);
    expect(values("up", TO - HOUR + 1)).toEqual([]);
    expect(values("rt", TO - HOUR + 1)).toEqual([]);
  });

test("an empty answer has no hours, and names no series", () => {
  expect(pingdom.entries({ summary: {} }, asked)).toEqual([]);
  expect(pingdom.list?.series({})).toEqual([]);
  expect(pingdom.list?.series({ checks: [{ id: 3, name: "Web" }] })).toEqual([
    { id: "3", name: "Web" },
  ]);
  expect(datadog.list?.series({})).toEqual([]);
  expect(datadog.list?.series({ metrics: ["system.load"] })).toEqual([
    { id: "avg:system.load{*}", name: "system.load" },
  ]);
});
