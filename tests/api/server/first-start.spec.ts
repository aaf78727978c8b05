import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { request } from "#tests/support/http/http.ts";
import { cli } from "#tests/support/server/cli.ts";
import { type EmbeddedHome, fillHome, makeEmbeddedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { addressOfDatabase, cloneDatabase, dropDatabase } from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const SECRET = /ok_[\w-]{32}|[a-z2-9]{5}(-[a-z2-9]{5}){3}/;

let home: EmbeddedHome;
test.beforeEach(async () => {
  home = await makeEmbeddedHome();
});
test.afterEach(async () => home.stop());
// Up to five starts, on a machine that may have other things to do.
test.setTimeout(5 * 60_000);

/** What the server prints after its `told` characters of earlier output, once it has greeted. */
async function greeting(server: TestServer, told = 0): Promise<string> {
  await expect.poll(() => server.output().slice(told)).toMatch(/Admin +http/);
  return server.output().slice(told);
}

/** Sends what a printed curl line would send, on a machine without curl, too. */
function postAsPrinted(server: TestServer, text: string) {
  const [, address = "", key = "", body = ""] =
    /^curl -X POST (\S+) -H 'Authorization: (\S+)' .* -d '(.+)'$/m.exec(text) ?? [];
  const { host, pathname } = new URL(address);
  const headers = { authorization: key, "content-type": "application/json" };
  return request(server.port, host, pathname, { method: "POST", headers, body });
}

test("the first start prints all that is needed to post an incident; the second start prints no secrets", async () => {
  const first = await home.start();
  const told = await greeting(first);
  expect(told).toContain(first.pageUrl("acme"));
  expect(told).toContain("admin@acme.example");
  expect((await postAsPrinted(first, told)).status).toBe(201);
  expect((await first.request("/api/v2/status_pages/acme/summary")).text).toContain(
    "Search is slow",
  );
  await first.stop();
  const printed = first.output().length;

  const second = await home.start(first.port);
  const again = await greeting(second, printed);
  expect(again).toContain(second.pageUrl("acme"));
  expect(again).not.toMatch(SECRET);
  expect(again).not.toMatch(/password|key/i);
  expect((await second.request("/api/v2/status_pages/acme/summary")).text).toContain(
    "Search is slow",
  );
  await second.stop();
});

test("the command line works beside a running server: a new key is good at once, and a new page is there", async () => {
  await fillHome(home);
  const server = await home.start();
  await greeting(server);
  const env = { DATABASE_URL: "", DATA_DIR: home.dataDir, APP_URL: server.url };
  const key = await cli(["api-key", "create", "--organization", "1", "--role", "editor"], env);
  expect(key).toMatchObject({ code: 0, stderr: "" });
  const read = await server.request("/api/v2/status_pages/acme/services", {
    headers: { authorization: key.stdout.trim() },
  });
  expect(read.status).toBe(200);
  expect((await server.request("/api/v2/status_pages/second/status")).status).toBe(404);
  expect(await cli(["seed", "demo", "--subdomain", "second"], env)).toMatchObject({ code: 0 });
  expect((await server.request("/api/v2/status_pages/second/status")).status).toBe(200);
  await server.stop();
  expect(await cli(["migrate"], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("No database runs in"),
  });
});

test("a first start that was killed before it showed the secrets lets the operator in at the next start", async () => {
  const first = await home.start();
  const told = (await greeting(first)).length;
  const mark = join(home.dataDir, "welcomed");
  // The app writes it, which outlives the killed supervisor for a moment.
  await expect.poll(() => existsSync(mark)).toBe(true);
  await first.stop("SIGKILL");
  await rm(mark);

  const server = await home.start(first.port);
  const text = await greeting(server, told);
  expect(text).not.toMatch(SECRET);
  const lines = [...text.matchAll(/npm run -s cli -- (.+)$/gm)].map(([, line = ""]) =>
    line.split(" "),
  );
  expect(lines).toHaveLength(2);
  const env = { DATABASE_URL: "", DATA_DIR: home.dataDir };
  for (const line of lines)
    expect(await cli(line, env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(SECRET),
      stderr: "",
    });
  await server.stop();
});

test("a first start that is killed while it fills the database leaves it empty or whole", async () => {
  for (let round = 0; round < 4; round++)
    await home.killWhen(/Filling the database|Admin +http/, round * 60);
  const server = await home.start();
  const summary = (await server.request("/api/v2/status_pages/acme/summary")).json<
    Record<string, unknown[]>
  >();
  expect(summary.services).toHaveLength(4);
  expect(summary.incidents).toHaveLength(1);
  expect(summary.upcoming_maintenances).toHaveLength(1);
  expect(summary.info_notices).toHaveLength(1);
  await server.stop();
});

test("a database of one's own is not filled; who makes its first owner is told how", async () => {
  const name = await cloneDatabase();
  const server = await startServer({ databaseUrl: addressOfDatabase(name), env: { APP_SECRET } });
  await expect.poll(() => server.output()).toContain("npm run -s cli -- user create");
  expect((await server.request("/api/v2/status_pages/acme/status")).status).toBe(404);
  await server.stop();
  await dropDatabase(name);
});
