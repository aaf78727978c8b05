import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mergeTests } from "@playwright/test";
import { DATA, FEEDS } from "#lib/core/routes/routes.ts";
import { publicDocument } from "#lib/server/app/document.ts";
import { ADMIN_SCREENS } from "#tests/support/browser/admin-screens.ts";
import { test as screensTest } from "#tests/support/browser/admin-world.ts";
import { test as placesTest } from "#tests/support/browser/every-page.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { accountCookie } from "#tests/support/data/page-visitors.ts";
import { pathOf } from "#tests/support/data/samples.ts";
import { type Request, type Response, request } from "#tests/support/http/http.ts";
import { operations } from "#tests/support/http/operations.ts";
import { APP_SECRET, ownEnv, WITHOUT_WORKER } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { expect } from "#tests/support/test.ts";

const test = mergeTests(screensTest, placesTest);

/** Our server with its shortcuts, without them, and `next start` as anybody has it. */
type Servers = { ours: TestServer; slow: TestServer; stock: { port: number; child: ChildProcess } };
let servers: Servers;

async function startNext(env: Record<string, string>): Promise<Servers["stock"]> {
  const port = await ownPort();
  // Next rewrites by this name only without a request to itself, which would lose the host.
  const listening = ["-H", "localhost", "-p", `${port}`];
  const next = ["node_modules/next/dist/bin/next", "start", ...listening];
  const child = spawn(process.execPath, ["--dns-result-order=ipv4first", ...next], {
    cwd: ROOT,
    env: ownEnv(env),
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const said of child.stdout) if (String(said).includes("Ready")) break;
  return { port, child };
}

test.beforeAll(async ({ server, databaseUrl }) => {
  // All three are at the same addresses, as far as they know.
  const address = { APP_URL: server.url, PUBLIC_HTTP_PORT: String(server.port) };
  const env = { APP_SECRET, TRUST_PROXY: "1", ...address };
  const [slow, stock] = await Promise.all([
    startServer({ databaseUrl, env: { ...env, ...WITHOUT_WORKER, SHORTCUTS: "off" } }),
    startNext({ ...env, DATABASE_URL: databaseUrl }),
  ]);
  servers = { ours: server, slow, stock };
});

test.afterAll(async () => {
  const { slow, stock } = servers;
  const gone = once(stock.child, "exit");
  stock.child.kill("SIGTERM");
  await Promise.all([gone, slow.stop()]);
});

type Answer = { status: number; type: string | undefined; text: string };

// When a page was made: a copy tells that, and its charts and their tables begin there.
const MADE =
  /<time[^>]* id="as-of"[^>]*>.*?<\/time>| data-from="\d+"|(?<=<tr><td>)<time[^>]*>.*?<\/time>/g;

function answerOf({ status, headers, text }: Response): Answer {
  return { status, type: headers["content-type"], text: text.replace(MADE, "") };
}

/** What stock Next answers, without the scripts that our server takes away. */
function stripped(answer: Answer): Answer {
  const isHtml = answer.type?.startsWith("text/html");
  return isHtml ? { ...answer, text: publicDocument(answer.text, undefined).html } : answer;
}

/** Asks until no second passes in between. @param all not only our own server, but Next alone */
async function expectSame(address: string, how: Request = {}, all = true): Promise<void> {
  const { host, pathname, search } = new URL(address);
  const ask = async ({ port }: { port: number }) =>
    answerOf(await request(port, host, pathname + search, how));
  await expect(async () => {
    const { ours, slow, stock } = servers;
    const [fast, plain, alone] = await Promise.all([ask(ours), ask(slow), ask(stock)]);
    const asked = `${how.method ?? "GET"} ${address}`;
    expect(plain, asked).toEqual(fast);
    if (all) expect(stripped(alone), asked).toEqual(fast);
  }).toPass({ timeout: 20_000 });
}

// The front shows these in place of what is asked for, with the status of that.
const STAND_INS = ["nothing", "sign_in"];

test("pages and forms are the same with and without shortcuts, and by next start", async ({
  places,
}) => {
  test.slow();
  for (const [name, { url, cookie }] of places)
    await expectSame(url, { headers: cookie ? { cookie } : {} }, !STAND_INS.includes(name));
});

test("so are feeds and data of a page", async ({ server, world }) => {
  test.slow();
  const patterns = Object.values({ ...FEEDS, ...DATA }).map(({ pattern }) => pattern);
  const fixed = patterns.filter((pattern) => !pattern.includes("["));
  expect(fixed.length).toBeGreaterThan(8);
  const url = server.pageUrl(String(world.ids.subdomain));
  for (const pattern of fixed) await expectSame(url + pattern);
});

test("so is what the API reads", async ({ server, world }) => {
  test.slow();
  const headers = { authorization: `Bearer ${world.owner.key}` };
  for (const { path, method } of operations)
    if (method === "GET")
      await expectSame(`${server.url}/api/v2${pathOf(path, world.ids)}`, { headers });
});

test("so is what the API refuses: without a key, in no JSON, by other methods and addresses", async ({
  server,
  world,
}) => {
  test.slow();
  const keyed = { authorization: `Bearer ${world.owner.key}` };
  for (const [index, path] of [...new Set(operations.map((one) => one.path))].entries()) {
    const url = `${server.url}/api/v2${pathOf(path, world.ids)}`;
    const headers = { "x-forwarded-for": `10.0.0.${index}` };
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      await expectSame(url, { method, headers });
    await expectSame(`${url}/nowhere`, { headers });
  }
  for (const { path, method, declaration } of operations)
    if (declaration.body) {
      const url = `${server.url}/api/v2${pathOf(path, world.ids)}`;
      await expectSame(url, { method, headers: keyed, body: "{" });
    }
});

const NEXT_HEADERS: Record<string, string> = { rsc: "1", "next-router-prefetch": "1" };

test("what only Next heeds changes no answer of a page, a feed or the API", async ({
  server,
  world,
}) => {
  const url = server.pageUrl(String(world.ids.subdomain));
  for (const address of [url, `${url}/history.rss`, `${server.url}/api/v2/hello`]) {
    const { host, pathname } = new URL(address);
    for (const { port } of [servers.ours, servers.slow]) {
      const [plain, marked] = await Promise.all(
        [{}, NEXT_HEADERS].map((headers) =>
          request(port, host, pathname, { headers }).then(answerOf),
        ),
      );
      expect(marked, address).toEqual(plain);
    }
  }
});

test("next start answers every screen of the admin", async ({ database, server, world }) => {
  test.slow();
  const cookie = await accountCookie(database, world.owner);
  const { host } = new URL(server.url);
  const seen: [string, number][] = [];
  for (const { folder } of ADMIN_SCREENS) {
    const path = world.at(folder);
    seen.push([
      path,
      (await request(servers.stock.port, host, path, { headers: { cookie } })).status,
    ]);
  }
  expect(seen.length).toBeGreaterThan(40);
  expect(seen.filter(([, status]) => status !== 200)).toEqual([]);
});
