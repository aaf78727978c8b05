import { request } from "#tests/support/http.ts";
import { expect, test } from "#tests/support/test.ts";

const UNKNOWN = "/.well-known/acme-challenge/unknown-token_1";

test("what proves that a host leads here is answered on every host, and is never kept", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  for (const host of ["localhost", `${subdomain}.localhost`, "127.0.0.1", "nobody.example.com"]) {
    const { status, headers } = await request(server.port, host, UNKNOWN);
    expect([host, status, headers["cache-control"]]).toEqual([host, 404, "no-store"]);
    expect(headers["x-request-id"]).toBeTruthy();
  }
});

test("it can only be read, and only under a name that may be one", async ({ server }) => {
  const post = await request(server.port, "nobody.example.com", UNKNOWN, { method: "POST" });
  expect([post.status, post.headers.allow]).toEqual([405, "GET, HEAD"]);
  for (const path of ["acme-challenge/a.b", "acme-challenge/", "allclear-domain/0", "other/x"]) {
    const { headers } = await request(server.port, "localhost", `/.well-known/${path}`);
    expect(headers["cache-control"], path).not.toBe("no-store");
  }
});
