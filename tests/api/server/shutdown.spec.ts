import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { openLive } from "#tests/support/http/live.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const test = base.extend<{ ending: TestServer }>({
  ending: async ({ databaseUrl, database }, use) => {
    await database.selectFrom("organizations").select("id").limit(1).execute();
    const server = await startServer({ databaseUrl, env: { APP_SECRET, LOG_LEVEL: "info" } });
    await use(server);
    await server.stop("SIGKILL");
  },
});

/** A request that the server has begun to read, and whose body is not sent yet. */
async function begin(
  server: TestServer,
  path: string,
  authorization: string,
  length: number,
): Promise<ClientRequest> {
  const body = {
    "content-type": "application/json",
    "content-length": length,
    expect: "100-continue",
  };
  const headers = { host: `localhost:${server.port}`, authorization, ...body };
  const outgoing = request({
    host: "127.0.0.1",
    port: server.port,
    path,
    method: "POST",
    headers,
    agent: false,
  });
  outgoing.flushHeaders();
  await once(outgoing, "continue");
  return outgoing;
}

async function refused(server: TestServer): Promise<boolean> {
  return server.request("/healthz", { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );
}

test("SIGTERM accepts nothing more, finishes what is under way and ends live updates", async ({
  ending,
  organization,
  database,
}) => {
  const service = await mintService(database, organization.page.id);
  const live = request({
    host: "127.0.0.1",
    port: ending.port,
    path: `/s/${organization.page.subdomain}/live`,
    headers: { host: "localhost" },
  });
  live.end();
  const [stream] = (await once(live, "response")) as [IncomingMessage];
  const streamed = text(stream);
  const body = JSON.stringify({
    incident: { title: "Posted during the stop", type: "minor", service_ids: [service] },
  });
  const path = `/api/v2/status_pages/${organization.page.subdomain}/incidents`;
  const posting = await begin(ending, path, organization.keys.admin, body.length);
  const stopped = ending.stop();
  await expect.poll(() => refused(ending), { intervals: [20] }).toBe(true);
  posting.end(body);
  const [answer] = (await once(posting, "response")) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([
    201,
    expect.stringContaining("Posted during the stop"),
  ]);
  expect(await stopped).toBe(0);
  expect(await streamed).toContain("retry:");
  const [, stop] = ending.output().split('"stopping"');
  expect(stop).toBeDefined();
  expect(stop).not.toMatch(/"level":(50|60)/);
});

test("a node among several first says that it is not ready, serves on, and hands over live updates", async ({
  databaseUrl,
  organization,
}) => {
  const server = await startServer({ databaseUrl, env: { APP_SECRET, DRAIN_SECONDS: "5" } });
  const { subdomain } = organization.page;
  const live = await openLive(server, `localhost:${server.port}`, `/s/${subdomain}/live`);
  const kept = { headers: { connection: "keep-alive" } };
  const page = () => server.visit(subdomain, "/", kept);
  expect((await page()).headers.connection).toBe("keep-alive");
  const stopped = server.stop();
  const readiness = () => server.request("/readyz", kept).catch(() => null);
  await expect.poll(async () => (await readiness())?.status, { intervals: [20] }).toBe(503);
  expect((await readiness())?.text).toBe('{"status":"stopping"}');
  // A render that a change asks for may be late on a busy machine.
  const served = { status: 200, headers: { connection: "close" } };
  await expect(async () => expect(await page()).toMatchObject(served)).toPass();
  const headers = { authorization: organization.keys.admin };
  const call = await server.request(`/api/v2/status_pages/${subdomain}/services`, { headers });
  expect(call).toMatchObject(served);
  await live.next(/retry: 3000[\s\S]+retry: \d{1,3}\n\n$/);
  await live.ended;
  expect(await stopped).toBe(0);
});

test("a second SIGTERM ends the process at once", async ({ ending, organization }) => {
  const posting = await begin(
    ending,
    `/api/v2/status_pages/${organization.page.subdomain}/incidents`,
    organization.keys.admin,
    100,
  );
  posting.on("error", () => {});
  const stopped = ending.stop();
  await expect.poll(() => refused(ending), { intervals: [20] }).toBe(true);
  // What follows within half a second counts as the same signal.
  const again = setInterval(() => isRunning(ending.pid) && process.kill(ending.pid, "SIGTERM"), 50);
  // 0 is for who has waited for everything.
  expect(await stopped.finally(() => clearInterval(again))).toBe(1);
});
