import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { provideEnv } from "#lib/platform/config/env.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { cli } from "#tests/support/server/cli.ts";
import { makeUsedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startProgram } from "#tests/support/server/program.ts";
import {
  addressOfDatabase,
  cloneDatabase,
  dropDatabase,
  overTcp,
  queryOnce,
} from "#tests/support/server/run.ts";
import { startServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const ANOTHER = "another-secret-for-tests-that-is-long-enough";
const LINE = /^Configuration: APP_SECRET: is not the one that .* sealed under: .*secret adopt/m;

const test = base.extend<{ fresh: string }>({
  /** The address of a database that no server has had yet. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  fresh: async ({}, use) => {
    const name = await cloneDatabase();
    await use(addressOfDatabase(name));
    await dropDatabase(name);
  },
});

const start = (databaseUrl: string, secret: string) =>
  startServer({ databaseUrl, env: { APP_SECRET: secret } });

/** What was printed by something that does not start. */
const complaint = (starting: Promise<unknown>): Promise<string> =>
  starting.then(
    () => "it started",
    (failure: Error) => failure.message,
  );

/** Runs the worker. @returns its exit code and what it printed */
async function work(databaseUrl: string, secret: string) {
  const env = { DATABASE_URL: databaseUrl, APP_SECRET: secret };
  const child = startProgram(["worker"], env);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, stderr };
}

test("whoever has another APP_SECRET than the first server on a database does not start and says why", async ({
  fresh,
}) => {
  await (await start(fresh, APP_SECRET)).stop();
  expect(await complaint(start(fresh, ANOTHER))).toMatch(LINE);
  expect(await work(fresh, ANOTHER)).toEqual({ code: 1, stderr: expect.stringMatching(LINE) });
  expect(await work(fresh, "")).toEqual({ code: 1, stderr: expect.stringMatching(LINE) });
  await (await start(fresh, APP_SECRET)).stop();
  expect(
    await cli(["secret", "adopt"], { DATABASE_URL: fresh, APP_SECRET: ANOTHER }),
  ).toMatchObject({ code: 0, stderr: "" });
  expect(await complaint(start(fresh, APP_SECRET))).toMatch(LINE);
  await (await start(fresh, ANOTHER)).stop();
});

/** SQL that adds a page with a webhook whose secret was sealed. */
const withWebhook = (sealed: string) => `
  with organization as (insert into organizations (name) values ('Before') returning id),
  page as (
    insert into status_pages (organization_id, name, url, time_zone, subdomain, settings)
    select id, 'Before', 'https://example.com', 'UTC', 'before', '{}' from organization returning id
  )
  insert into webhooks (status_page_id, url, events, secret_sealed)
  select id, 'https://hooks.example.com', '{incident.created}', '${sealed}' from page`;

test("in a database from before, what was sealed last tells which APP_SECRET is right", async ({
  fresh,
}) => {
  provideEnv({ APP_SECRET });
  await queryOnce(fresh, withWebhook(seal("whsec_c2VjcmV0")));
  expect(await complaint(start(fresh, ANOTHER))).toMatch(LINE);
  expect(await queryOnce(fresh, "select from installation")).toHaveLength(0);
  await (await start(fresh, APP_SECRET)).stop();
  expect(await queryOnce(fresh, "select from installation")).toHaveLength(1);
});

test("a server that was started before its database ends when that is not for its APP_SECRET; until then it writes nothing", async ({
  fresh,
}) => {
  await (await start(fresh, APP_SECRET)).stop();
  const there = overTcp(fresh).port;
  const port = await ownPort();
  const server = await startServer({
    databaseUrl: Object.assign(overTcp(fresh), { port }).href,
    env: { APP_SECRET: ANOTHER },
    readyAt: "/healthz",
  });
  const posted = await server.request("/api/v2/orgs/1/status_pages", { method: "POST", body: {} });
  expect([posted.status, posted.headers["retry-after"]]).toEqual([503, "2"]);
  const way = createServer((socket) => {
    const onward = connect(Number(there), "127.0.0.1");
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on("error", () => {});
  }).listen(port, "127.0.0.1");
  await expect.poll(() => server.output()).toMatch(LINE);
  await expect.poll(() => server.request("/healthz").catch(() => "gone")).toBe("gone");
  expect(await server.stop()).toBe(1);
  way.close();
});

test("an embedded database whose secret is lost is told and not left running; the new secret can be adopted", async () => {
  const home = await makeUsedHome();
  await (await home.start()).stop();
  await rm(join(home.dataDir, "secret"));
  expect(await complaint(home.start())).toMatch(LINE);
  expect(await home.postmaster()).toBeNull();
  const adopted = await cli(["secret", "adopt"], { DATABASE_URL: "", DATA_DIR: home.dataDir });
  expect(adopted).toMatchObject({ code: 0, stderr: "" });
  expect(await home.postmaster()).toBeNull();
  await (await home.start()).stop();
});
