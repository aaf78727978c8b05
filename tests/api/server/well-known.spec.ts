import { domainToASCII } from "node:url";
import { putDomain } from "#tests/support/data/domains.ts";
import { request } from "#tests/support/http/http.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
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

test("a proxy in front may ask for a certificate for what leads here, and for nothing else", async ({
  server,
  database,
  organization,
}) => {
  const may = async (domain: string, host = "127.0.0.1") => {
    const path = `/internal/tls-allowed?domain=${encodeURIComponent(domain)}`;
    const { status, text } = await request(server.port, host, path);
    if (status === 200) expect(text).toBe("");
    return status === 200;
  };
  const { subdomain, id } = organization.page;
  const domain = `bücher-${subdomain}.example.test`;
  const name = domainToASCII(domain);
  await putDomain(database, id, { domain: name, status: "configuring", provider: "cdn_a" });
  expect(await may(name)).toBe(false);
  const proven = { proven_at: new Date().toISOString() };
  await database.updateTable("domains").set(proven).where("name", "=", name).execute();
  await looksUntil(() => may(name));
  for (const spelled of [domain, name.toUpperCase(), `${name}.`, "localhost", "LOCALHOST."])
    expect(await may(spelled), spelled).toBe(true);
  await looksUntil(() => may(`${subdomain}.localhost`));
  for (const other of [
    "",
    "127.0.0.1",
    "other.example.com",
    `x.${name}`,
    "nobody.localhost",
    "*.localhost",
  ])
    expect(await may(other), other).toBe(false);
  await putDomain(database, id, {});
  await looksUntil(async () => !(await may(name)));
  expect(await may("localhost", `${subdomain}.localhost`)).toBe(false);
});
