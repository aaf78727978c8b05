import { setTimeout as sleep } from "node:timers/promises";
import { mintKey, mintOrganization } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { sendRaw } from "#tests/support/http/raw.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { startServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: { RATE_LIMIT_PUBLIC: "5", RATE_LIMIT_MANAGEMENT: "3", TRUST_PROXY: "1" } });

const LIMIT_HEADERS = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

function from(address: string): { headers: Record<string, string> } {
  return { headers: { "x-forwarded-for": address } };
}

test("cached answers count, each says what is left, and 429 says when to come again", async ({
  server,
  organization,
}) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/status`;
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await server.request(path, from("192.0.2.1"));
    expect([status, headers["ratelimit-limit"], headers["ratelimit-remaining"]]).toEqual([
      200,
      "5",
      String(left),
    ]);
    expect(Number(headers["ratelimit-reset"])).toBeGreaterThan(0);
    expect(Number(headers["ratelimit-reset"])).toBeLessThanOrEqual(10);
  }
  const refused = await server.request(path, from("192.0.2.1"));
  expect([refused.status, refused.json()]).toEqual([
    429,
    { error: 429, message: "Too many requests" },
  ]);
  expect(refused.headers["access-control-allow-origin"]).toBe("*");
  expect(refused.headers["ratelimit-remaining"]).toBe("0");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["retry-after"]).toBe(refused.headers["ratelimit-reset"]);
  expect((await server.request(path, from("192.0.2.2"))).status).toBe(200);
});

test("a key has its own budget wherever it is used, a wrong one costs its address", async ({
  api,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  for (const status of [200, 200, 200, 429])
    expect((await api.get(path, from("192.0.2.3"))).status).toBe(status);
  const guess = api.as("ok_guess");
  for (const status of [401, 401, 401, 429])
    expect((await guess.get(path, from("192.0.2.4"))).status).toBe(status);
  for (const status of [401, 429])
    expect((await api.as("ok_other").get(path, from("192.0.2.4"))).status).toBe(status);
});

test("all keys of an organization together have five times what one has, whatever page they read; another's have their own", async ({
  api,
  database,
}) => {
  const [one, other] = [await mintOrganization(database), await mintOrganization(database)];
  const path = (page: string) => `/status_pages/${page}/summary`;
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const key = api.as(await mintKey(database, { organization_id: one.id, role: "admin" }));
    for (const { page } of [one, other])
      statuses.push((await key.get(path(page.subdomain), from("192.0.2.20"))).status);
  }
  expect(statuses).toEqual([...Array(15).fill(200), 429]);
  const { status, headers } = await api
    .as(other.keys.admin)
    .get(path(other.page.subdomain), from("192.0.2.20"));
  expect([status, headers["ratelimit-limit"]]).toEqual([200, "3"]);
});

test("a refused write changes nothing, and the budget is renewed after the time that the refusal names", async ({
  api,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const post = (name: string) => api.post(path, { service: { name } }, from("192.0.2.6"));
  const statuses = [];
  for (const name of ["A", "B", "C", "D"]) statuses.push((await post(name)).status);
  expect(statuses).toEqual([201, 201, 201, 429]);
  const { headers, status } = await api.get(path, from("192.0.2.6"));
  expect(status).toBe(429);
  // The only way to see a budget of ten seconds renewed is to wait for as long as the answer says.
  await sleep(Number(headers["retry-after"]) * 1_000);
  const again = await api.get(path, from("192.0.2.6"));
  expect([again.status, again.headers["ratelimit-remaining"]]).toEqual([200, "2"]);
  expect(again.json<{ services: { name: string }[] }>().services.map(({ name }) => name)).toEqual([
    "A",
    "B",
    "C",
  ]);
});

test("every kind of answer of the API says what is left", async ({
  api,
  database,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const fresh = async () =>
    api.as(await mintKey(database, { organization_id: organization.id, role: "admin" }));
  const answers = [
    await (await fresh()).post(path, { service: { name: "A" } }, from("192.0.2.7")),
    await (await fresh()).post(path, { service: {} }, from("192.0.2.8")),
    await (await fresh()).get(`${path}/1000000`, from("192.0.2.9")),
    await (await fresh()).get("/nowhere", from("192.0.2.10")),
    await api.as("ok_wrong").get(path, from("192.0.2.11")),
    await api
      .as(null)
      .get(`/status_pages/${organization.page.subdomain}/incidents`, from("192.0.2.12")),
    await api.as(null).get("/openapi.json", from("192.0.2.13")),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 404, 404, 401, 200, 200]);
  for (const { headers, status } of answers) {
    const missing = LIMIT_HEADERS.filter((name) => headers[name] === undefined);
    expect([status, missing]).toEqual([status, []]);
  }
});

test("pages and health are not limited", async ({ server }) => {
  for (let count = 0; count < 8; count++)
    expect((await server.request("/healthz", from("192.0.2.5"))).status).toBe(200);
  for (let count = 0; count < 8; count++)
    expect((await server.visit("unknown", "/", from("192.0.2.5"))).status).toBe(404);
});

test("without settings of one's own: 300 in ten seconds without a key, 100 with one", async ({
  databaseUrl,
  organization,
}) => {
  const server = await startServer({
    databaseUrl,
    env: { APP_SECRET },
    without: ["RATE_LIMIT_PUBLIC", "RATE_LIMIT_MANAGEMENT"],
  });
  try {
    const path = `/status_pages/${organization.page.subdomain}`;
    const open = await server.request(`/api/v2${path}/status`);
    expect([open.headers["ratelimit-limit"], open.headers["ratelimit-remaining"]]).toEqual([
      "300",
      "299",
    ]);
    const keyed = apiOf(server, organization.keys.admin);
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => keyed.get(`${path}/services`)),
    );
    expect(burst.map(({ headers }) => headers["ratelimit-limit"])).toEqual(Array(20).fill("100"));
    expect(new Set(burst.map(({ headers }) => headers["ratelimit-remaining"])).size).toBe(20);
    // Requests with a good key cost their address nothing, however many come at once. 299: the ten
    // seconds are over.
    const after = await server.request(`/api/v2${path}/status`);
    expect(["298", "299"]).toContain(after.headers["ratelimit-remaining"]);
  } finally {
    await server.stop();
  }
});

test("a flood of what costs little keeps nobody from a page, an asset or the health check", async ({
  server,
  organization,
}) => {
  const page = `/s/${organization.page.subdomain}`;
  const asset = "/badge.js";
  for (const path of [page, asset, `${page}/nothing`]) await server.request(path);
  const { host } = new URL(server.url);
  const ask = (what: string, more = "") =>
    `${what} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 192.0.2.9\r\n${more}\r\n`;
  const pair = ask(`POST ${page}`) + ask(`GET ${page}/nothing`);
  let isOver = false;
  const begun = performance.now();
  const flood = sendRaw(
    server.port,
    pair.repeat(300) + ask(`POST ${page}`, "Connection: close\r\n"),
  );
  const flooded = flood.then((answers) => {
    isOver = true;
    return answers.match(/HTTP\/1.1 40[45] /g);
  });
  for (const path of [page, asset, "/healthz"]) {
    const { status } = await server.request(path, from("192.0.2.9"));
    expect([path, status, isOver]).toEqual([path, 200, false]);
  }
  expect(await flooded).toHaveLength(601);
  // 200 of them were answered at once, and one each two milliseconds after that.
  expect(performance.now() - begun).toBeGreaterThan(790);
});
