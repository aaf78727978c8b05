import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { UNSPOKEN } from "#tests/support/data/languages.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import type { Request, Response } from "#tests/support/http/http.ts";
import { expect, test } from "#tests/support/test.ts";

function cacheStatus({ headers }: Response): string {
  return String(headers["cache-status"]);
}

test("what is posted is in the very next read of everything that shows it", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const service = await mintService(database, id);
  const paths = [
    "/status",
    "/summary",
    "/incidents",
    `/services/${service}/status`,
    `/services/${service}/summary`,
  ];
  for (let round = 1; round <= 5; round++) {
    const read = (path: string) => server.request(`/api/v2/status_pages/${subdomain}${path}`);
    await Promise.all(paths.map(read));
    const title = `Incident ${round}`;
    const seen = ["/", "/rss", "/atom", "/calendar.ics"].flatMap((path) => [
      () => server.visit(subdomain, path),
      () => server.request(`/s/${subdomain}${path === "/" ? "" : path}`),
    ]);
    for (const see of await Promise.all(seen.map((see) => see())))
      expect([see.status, see.text.includes(title)]).toEqual([200, false]);
    const posted = await api.post(`/status_pages/${subdomain}/incidents`, {
      incident: { title, type: "major", service_ids: [service] },
    });
    expect(posted.status).toBe(201);
    for (const see of await Promise.all(seen.map((see) => see())))
      expect(see.text).toContain(title);
    const [status, summary, incidents, ...ofService] = await Promise.all(paths.map(read));
    expect(status?.json<{ status_page: object }>().status_page).toMatchObject({
      current_incident_type: "major",
    });
    expect(summary?.text).toContain(title);
    expect(incidents?.text).toContain(title);
    expect(ofService.map(({ text }) => text).join()).toContain("major");
  }
});

test("a random query string costs no render", async ({ server, organization }) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/status`;
  await server.request(path);
  for (const query of ["x=1", "x=2&lang=de", "limit=3", "%00"]) {
    expect(cacheStatus(await server.request(`${path}?${query}`))).toBe("allclear; hit");
  }
});

test("visitors with different encodings share one render, of whatever they look at", async ({
  server,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  for (let index = 0; index < 30; index++) await mintService(database, id);
  const paths = ["/", "/history", "/rss", "/atom", "/calendar.ics", "/badge.svg", "/og.png"];
  const reads = [
    ...[...paths, "/api/v2/summary.json", "/incidents/9999999"].map(
      (path) => (how: Request) => server.visit(subdomain, path, how),
    ),
    (how: Request) => server.request(`/api/v2/status_pages/${subdomain}/summary`, how),
  ];
  for (const read of reads) {
    const first = await read({ headers: { "accept-encoding": "br" } });
    expect(cacheStatus(first)).toContain("fwd=miss");
    for (const encoding of ["gzip", "identity", "br", "gzip, deflate, br, zstd", "gzip"])
      for (const method of ["HEAD", "GET"]) {
        const again = await read({ method, headers: { "accept-encoding": encoding } });
        expect([again.status, cacheStatus(again)]).toEqual([first.status, "allclear; hit"]);
      }
  }
});

test("who asks the API with a key is answered for themselves", async ({
  server,
  api,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/status`;
  await server.request(`/api/v2${path}`);
  expect((await api.get(path)).headers["cache-status"]).toBeUndefined();
  expect((await api.as("uk_wrong").get(path)).status).toBe(401);
});

test("nothing that a request says of its sender costs a public page a render, and a restricted one is never shared", async ({
  server,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const restricted = await mintPage(database, organization.id, { member_restricted: true });
  const said: Record<string, string>[] = [
    { cookie: "next-auth.session-token=nonsense" },
    { authorization: "uk_wrong" },
    { authorization: organization.keys.viewer },
    { rsc: "1" },
  ];
  for (const path of ["/", "/rss"]) {
    const first = await server.visit(subdomain, path, { headers: said[0] });
    expect([first.status, cacheStatus(first)]).toEqual([200, "allclear; fwd=miss; stored"]);
    for (const headers of said) {
      const answer = await server.visit(subdomain, path, { headers });
      expect([answer.status, answer.text, cacheStatus(answer)]).toEqual([
        200,
        first.text,
        "allclear; hit",
      ]);
      const personal = await server.visit(restricted.subdomain, path, { headers });
      expect(personal.status).toBe(headers.authorization === organization.keys.viewer ? 200 : 403);
      expect(personal.headers["cache-control"]).toBe("private, no-store");
    }
  }
});

test("who has the current copy gets 304, in each encoding its own", async ({
  server,
  organization,
  database,
}) => {
  for (let index = 0; index < 30; index++) await mintService(database, organization.page.id);
  const path = `/api/v2/status_pages/${organization.page.subdomain}/summary`;
  const plain = await server.request(path);
  const gzip = await server.request(path, { headers: { "accept-encoding": "gzip" } });
  const br = await server.request(path, { headers: { "accept-encoding": "gzip, br" } });
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
  const etags = [plain, gzip, br].map(({ headers }) => String(headers.etag));
  expect(new Set(etags).size).toBe(3);
  expect(etags.every((etag) => /^"[^"]+"$/.test(etag))).toBe(true);
  const again = await server.request(path, {
    headers: { "if-none-match": `"old", W/${etags[0]}` },
  });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etags[0]]);
  expect(
    (await server.request(path, { headers: { "if-none-match": String(etags[1]) } })).status,
  ).toBe(200);
});

test("HEAD answers as GET does, without a body", async ({ server, organization }) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/status`;
  const head = await server.request(path, { method: "HEAD" });
  const get = await server.request(path);
  expect([head.status, head.text]).toEqual([200, ""]);
  expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  expect(head.headers.etag).toBe(get.headers.etag);
});

test("a page reaches visitors without the framework's scripts and with a policy that allows only ours", async ({
  server,
  organization,
}) => {
  for (const session of [{}, { headers: { cookie: "next-auth.session-token=nonsense" } }]) {
    const { text, headers } = await server.visit(organization.page.subdomain, "/", session);
    expect(text.match(/<script\b[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/page\.js" data-allclear="/),
    ]);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-\S+';/,
    );
    expect(headers.link).toBeUndefined();
  }
});

test("a page is shown in the language that is asked for, and caches on the way are told", async ({
  server,
  organization,
}) => {
  const see = (path: string, language: string) =>
    server.visit(organization.page.subdomain, path, { headers: { "accept-language": language } });
  const [german, english, chosen] = await Promise.all([
    see("/", "de-CH,de;q=0.9"),
    see("/", `${UNSPOKEN}, en;q=0.5`),
    see("/?lang=de", "en"),
  ]);
  expect(
    [german, english, chosen].map(({ text }) => text.match(/<html lang="(\w+)"/)?.[1]),
  ).toEqual(["de", "en", "de"]);
  expect(german.headers.vary).toBe("Accept-Encoding, Accept-Language, Accept");
});

test("on a page's host nothing of the application answers", async ({ server, organization }) => {
  const { subdomain } = organization.page;
  for (const path of [
    "/sign-in",
    "/admin",
    `/s/${subdomain}`,
    "/api/auth/session",
    "/_next/image",
  ]) {
    expect((await server.visit(subdomain, path)).status).toBe(404);
  }
});

test("caches on the way are told what they may keep", async ({ server, organization }) => {
  const { headers } = await server.request(
    `/api/v2/status_pages/${organization.page.subdomain}/status`,
  );
  expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, stale-if-error=86400");
  expect(headers.vary).toBe("Accept-Encoding");
  expect(headers["access-control-allow-origin"]).toBe("*");
});

test("a page that becomes restricted is no longer served from any copy", async ({
  server,
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const path = `/status_pages/${subdomain}/status`;
  expect((await server.request(`/api/v2${path}`)).status).toBe(200);
  const changed = await api.put(`/orgs/${organization.id}/status_pages/${subdomain}`, {
    status_page: { member_restricted: true },
  });
  expect(changed.status).toBe(200);
  expect((await server.request(`/api/v2${path}`)).status).toBe(403);
  expect((await api.get(path)).status).toBe(200);
});

test("many requests at once for what is not cached cost one render", async ({
  server,
  organization,
}) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/summary`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.request(path)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter((answer) => cacheStatus(answer).includes("stored")).length).toBe(1);
});

test("every answer carries a request id, the client's own where it is harmless", async ({
  server,
  organization,
}) => {
  const path = `/api/v2/status_pages/${organization.page.subdomain}/status`;
  for (const asked of [
    path,
    path,
    "/api/v2/hello",
    "/api/v2/none",
    "/nowhere",
    "/healthz",
    "/readyz",
    "/page.js",
  ]) {
    expect((await server.request(asked)).headers["x-request-id"]).toMatch(/^[\w-]{3,}$/);
    const headers = { "x-request-id": "mine-1" };
    expect((await server.request(asked, { headers })).headers["x-request-id"]).toBe("mine-1");
  }
});
