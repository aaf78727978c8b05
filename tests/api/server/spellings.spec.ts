import { type RawAnswer, requestRaw } from "#tests/support/http/raw.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: { RATE_LIMIT_PUBLIC: "1", TRUST_PROXY: "1" } });

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

function escaped(text: string): string {
  return Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`).join("");
}

/** Every slash of a path in turn written otherwise. */
function eachSlash(path: string, written: string): string[] {
  return Array.from(
    path.matchAll(/\//g),
    ({ index }) => path.slice(0, index) + written + path.slice(index + 1),
  );
}

/** Ways to write a path that one reader or another may take for the path itself. */
function spellings(path: string): string[] {
  const slashes = ["//", "///", "/./", "/x/../", "\\", "/\\", "%2f", "%2F", "/%2f", "%5c", "/%2e/"];
  const bare = path.slice(1);
  return [
    path,
    ...slashes.flatMap((written) => eachSlash(path, written)),
    ...["/", "//", "/.", "/..", "/%2e", "%2f", "%00", "%20", ";", ";x=1", "?", "?x=/../", "#x"].map(
      (end) => path + end,
    ),
    ...[`/${escaped("api")}${path.slice(4)}`, `/${escaped("a")}${path.slice(2)}`],
    ...[`/${escaped(bare)}`, `/%2561${path.slice(2)}`, `/API${path.slice(4)}`, `/ü/..${path}`],
    ...[
      `http://localhost${path}`,
      `//localhost${path}`,
      `/_next/..${path}`,
      `/_next/static/${bare}`,
    ],
    ...[`/s/x/..${path}`, `/%0a${bare}`, `/\t${bare}`, `*${path}`, bare],
  ];
}

/** What runs behind the front and answers in JSON, or to a preflight: a handler of the API. */
function isFromHandler({ headers, status }: RawAnswer): boolean {
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  return headers.has("x-frame-options") && (isJson || status === 204);
}

test("whatever the spelling of a path and the method: what reaches the API was counted", async ({
  server,
  organization,
}) => {
  test.slow();
  const { subdomain } = organization.page;
  const own = `localhost:${server.port}`;
  const ofPage = `${subdomain}.${own}`;
  const asked = [
    { path: "/api/v2/hello", methods: METHODS, hosts: [own, ofPage] },
    { path: `/api/v2/status_pages/${subdomain}/services`, methods: METHODS, hosts: [own] },
    { path: `/api/v1/status_pages/${subdomain}/status`, methods: ["GET", "POST"], hosts: [own] },
    { path: "/api/v2/none", methods: ["GET", "POST"], hosts: [own, ofPage] },
    { path: "/api/none", methods: ["GET", "POST"], hosts: [own] },
  ];
  let client = 0;
  let counted = 0;
  const uncounted: string[] = [];
  const attempt = async (target: string, method: string, host: string) => {
    client += 1;
    const from = `2001:db8:${(client >> 16).toString(16)}:${(client & 0xffff).toString(16)}::1`;
    const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-For: ${from}`];
    const first = await requestRaw(server.port, head);
    if (first?.headers.has("ratelimit-limit")) {
      const second = await requestRaw(server.port, head);
      if (second?.status === 429) counted += 1;
      else uncounted.push(`${method} ${host}${target} → ${second?.status} the second time`);
    } else if (first && isFromHandler(first))
      uncounted.push(`${method} ${host}${target} → ${first.status}`);
  };
  const cases = asked.flatMap(({ path, methods, hosts }) =>
    spellings(path).flatMap((target) =>
      hosts.flatMap((host) => methods.map((method) => [target, method, host] as const)),
    ),
  );
  const next = cases.values();
  const work = async () => {
    for (const [target, method, host] of next) await attempt(target, method, host);
  };
  await Promise.all(Array.from({ length: 32 }, work));
  expect(uncounted).toEqual([]);
  expect(counted).toBeGreaterThan(400);
});

test("a spelling with idle slashes or needless escapes is the same address: the same copy", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const first = `%${subdomain.charCodeAt(0).toString(16)}${subdomain.slice(1)}`;
  for (const [path, ...others] of [
    [`/s/${subdomain}`, `//s/${subdomain}`, `/s//${subdomain}/`, `/%73/${first}`],
    [`/s/${subdomain}/rss`, `/s/${subdomain}//rss`, `/s/${first}/rss/`],
  ]) {
    const made = await server.request(path ?? "");
    for (const other of others) {
      const { status, text, headers } = await server.request(other);
      expect([status, text, headers["cache-status"]], other).toEqual([
        200,
        made.text,
        "allclear; hit",
      ]);
    }
  }
});
