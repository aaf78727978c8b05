import type { MintedUser } from "#tests/support/data/mint.ts";
import type { Response as Answer } from "#tests/support/http/http.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const HOST = "status.example";
const HIDDEN = /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g;

test.use({
  serverEnv: {
    APP_URL: `https://${HOST}`,
    PAGES_DOMAIN: HOST,
    TRUST_PROXY: "1",
    LOG_LEVEL: "warn",
  },
});

const proxied = {
  host: HOST,
  "x-forwarded-host": HOST,
  "x-forwarded-proto": "https",
  "x-forwarded-for": "192.0.2.1",
};

/** Sends the sign-in form as a browser without scripts would, from a page of some origin. */
async function post(
  server: TestServer,
  { email, password }: MintedUser,
  origin: string,
  host = HOST,
): Promise<Answer> {
  const shown = await server.request("/sign-in", { headers: proxied });
  const form = new FormData();
  for (const [, name = "", value = ""] of shown.text.matchAll(HIDDEN)) {
    form.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  form.set("email", email.toUpperCase());
  form.set("password", password);
  const encoded = new Response(form);
  const at = { host, "x-forwarded-host": host };
  const headers = {
    ...proxied,
    ...at,
    origin,
    "content-type": encoded.headers.get("content-type") ?? "",
  };
  return server.request("/sign-in", {
    method: "POST",
    headers,
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}

test("behind a proxy with TLS the plain form signs in, and the session's cookie is for https and this host only", async ({
  server,
  organization,
}) => {
  const answer = await post(server, organization.owner, `https://${HOST}`);
  expect(answer.status).toBe(303);
  const [cookie = ""] = answer.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/^__Host-next-auth\.session-token=ey/);
  expect(cookie).toMatch(/; Secure/i);
  expect(cookie).toMatch(/; HttpOnly/i);
  expect(cookie).toMatch(/; Path=\/(;|$)/i);
  expect(cookie).not.toMatch(/; Domain/i);

  const session = { ...proxied, cookie: cookie.split(";")[0] ?? "" };
  const renewed = await server.request("/api/auth/session", { headers: session });
  expect(String(renewed.headers["set-cookie"])).toMatch(
    /__Host-next-auth\.session-token=ey[^;]+;.*Secure/i,
  );
  const tossed = { ...proxied, cookie: session.cookie.replace("__Host-", "__Secure-") };
  expect((await server.request("/", { headers: tossed })).status).toBe(307);
  const list = await server.request(`/pages/${organization.page.subdomain}/incidents`, {
    headers: session,
  });
  expect(list.status).toBe(200);
});

test("sent by http the form says to open https, and nobody is signed in unseen", async ({
  server,
  organization,
}) => {
  const answer = await post(server, organization.owner, `http://${HOST}`);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect([answer.status, answer.text]).toEqual([
    200,
    expect.stringContaining(`Open https://${HOST} instead.`),
  ]);
  // Browsers keep such a cookie on their own machine: as before HTTPS is set up in front.
  const local = await post(server, organization.owner, "http://localhost:3000", "localhost:3000");
  expect(String(local.headers["set-cookie"])).toContain("__Host-next-auth.session-token=ey");
});

test("a form posted from another site does not sign in", async ({ server, organization }) => {
  const answer = await post(server, organization.owner, "https://evil.example");
  expect([answer.status, answer.json()]).toEqual([
    403,
    { error: 403, message: "Requests of other sites are refused" },
  ]);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  const told = () =>
    (server.output().match(/^\{.*\}(?=\n)/gm) ?? []).map((line) => JSON.parse(line));
  await expect.poll(told).toContainEqual(
    expect.objectContaining({
      request_id: answer.headers["x-request-id"],
      origin: "https://evil.example",
    }),
  );
});

test("browsers are told to come by https at our own names, and nowhere else", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const told = async (host: string, path: string) => {
    const headers = { ...proxied, host };
    return (await server.request(path, { headers })).headers["strict-transport-security"];
  };
  const own = `${subdomain}.${HOST}`;
  for (const [host, path] of [
    [HOST, "/sign-in"],
    [HOST, `/s/${subdomain}`],
    [HOST, `/api/v2/status_pages/${subdomain}/status`],
    [own, "/"],
    [own, "/rss"],
    [own, "/nothing-here"],
  ] as const)
    expect([host, path, await told(host, path)]).toEqual([host, path, "max-age=15552000"]);
  expect(await told("status.elsewhere.example", "/")).toBeUndefined();
});
