import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: { RATE_LIMIT_PUBLIC: "5", RATE_LIMIT_MANAGEMENT: "3", TRUST_PROXY: "1" } });

function from(address: string): { headers: Record<string, string> } {
  return { headers: { "x-forwarded-for": address } };
}

test("cached answers count, each says what is left, and 429 says when to come again", async ({ server, organization }) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/status`;
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await server.request(path, from("192.0.2.1"));
    expect([status, headers["ratelimit-limit"], headers["ratelimit-remaining"]]).toEqual([200, "5", String(left)]);
  }
  const refused = await server.request(path, from("192.0.2.1"));
  expect([refused.status, refused.json<{ error: number }>().error]).toEqual([429, 429]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["retry-after"]).toBe(refused.headers["ratelimit-reset"]);
  expect((await server.request(path, from("192.0.2.2"))).status).toBe(200);
});

test("a key has its own budget wherever it is used, a wrong one costs its address", async ({ api, organization }) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  for (const status of [200, 200, 200, 429]) expect((await api.get(path, from("192.0.2.3"))).status).toBe(status);
  const guess = api.as("ok_guess");
  for (const status of [401, 401, 401, 429]) expect((await guess.get(path, from("192.0.2.4"))).status).toBe(status);
  for (const status of [401, 429]) expect((await api.as("ok_other").get(path, from("192.0.2.4"))).status).toBe(status);
});

test("pages and health are not limited", async ({ server }) => {
  for (let count = 0; count < 8; count++) expect((await server.request("/healthz", from("192.0.2.5"))).status).toBe(200);
  for (let count = 0; count < 8; count++) expect((await server.visit("unknown", "/", from("192.0.2.5"))).status).toBe(404);
});
