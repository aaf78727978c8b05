import type { ServerResponse } from "node:http";
import { test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import {
  type Minted,
  type MintedPage,
  mintOrganization,
  mintPage,
  mintService,
} from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/expect.ts";
import type { Request } from "#tests/support/http/http.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { makeUsedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksIn, looksUntil } from "#tests/support/server/looks.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";

const env = { APP_SECRET, ALLOW_PRIVATE_TARGETS: "1", LOG_LEVEL: "warn" };
const RECOVERED = looksIn(2_000);

let settings: Record<string, string>;
let dataDir: string;
let postgres: Embedded;
let server: TestServer;
let organization: Minted;
let closing: MintedPage;
let moving: MintedPage;
let dying: MintedPage;

const start = () => startEmbedded({ dataDir, settings });
const status = (subdomain = organization.page.subdomain) =>
  server.request(`/api/v2/status_pages/${subdomain}/status`);

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  dataDir = (await makeUsedHome()).dataDir;
  settings = { port: String(await ownPort()), fsync: "off" };
  postgres = await start();
  provideEnv({ DATABASE_URL: postgres.url, APP_SECRET });
  organization = await mintOrganization(database());
  await mintService(database(), organization.page.id);
  const mint = () => mintPage(database(), organization.id);
  [closing, moving, dying] = await Promise.all([mint(), mint(), mint()]);
  await closeDatabase();
  server = await startServer({ databaseUrl: postgres.url, env });
});

test.afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
});

test("with the database stopped, what was read before answers 200, everything else and what is no longer public 503", async () => {
  const before = await status();
  expect(before.status).toBe(200);
  const page = await server.visit(organization.page.subdomain);
  expect(page.status).toBe(200);
  const withdrawn: [MintedPage, Request][] = [
    [closing, { method: "PUT", body: { status_page: { member_restricted: true } } }],
    [moving, { method: "PUT", body: { status_page: { subdomain: `${moving.subdomain}-moved` } } }],
    [dying, { method: "DELETE" }],
  ];
  const headers = { authorization: organization.keys.owner };
  for (const [{ subdomain }, how] of withdrawn) {
    expect((await status(subdomain)).status).toBe(200);
    expect((await server.visit(subdomain, "/rss")).status).toBe(200);
    expect(
      (
        await server.request(`/api/v2/orgs/${organization.id}/status_pages/${subdomain}`, {
          ...how,
          headers,
        })
      ).status,
    ).toBe(200);
  }
  await postgres.stop();
  await looksUntil(async () => (await server.request("/readyz")).status === 503);
  expect((await server.request("/healthz")).status).toBe(200);
  expect((await server.request("/readyz?database=optional")).status).toBe(200);
  const during = await status();
  expect([during.status, during.text]).toEqual([200, before.text]);
  expect((await server.visit(organization.page.subdomain)).text).toBe(page.text);
  const signedIn = { headers: { cookie: "next-auth.session-token=expired" } };
  expect((await server.visit(organization.page.subdomain, "/", signedIn)).text).toBe(page.text);
  for (const [{ subdomain }] of withdrawn) {
    expect((await status(subdomain)).status).toBe(503);
    expect((await server.visit(subdomain, "/rss")).status).toBe(503);
  }
  const unseen = await server.visit(closing.subdomain, "/", {
    headers: { "accept-language": "de" },
  });
  expect([unseen.status, unseen.headers["retry-after"]]).toEqual([503, "2"]);
  expect(unseen.text).toContain('<html lang="de" dir="ltr">');
  const uncached = await server.request(
    `/api/v2/status_pages/${organization.page.subdomain}/incidents?limit=7`,
  );
  expect([uncached.status, uncached.text]).toEqual([503, '{"error":"Service unavailable"}']);
  expect(uncached.headers["retry-after"]).toBeDefined();
});

test("copies keep being served after they have expired", async () => {
  await looksUntil(async () => String((await status()).headers["cache-status"]).includes("stale"));
  expect((await status()).status).toBe(200);
});

test("when the database is back everything works again by itself within 2 seconds", async () => {
  postgres = await start();
  const recovered = await looksUntil(async () => {
    const answer = await server.request(
      `/api/v2/status_pages/${organization.page.subdomain}/incidents?limit=7`,
    );
    return answer.status === 200 && (await server.request("/readyz")).status === 200;
  });
  expect(recovered).toBeLessThan(RECOVERED);
  const headers = { authorization: organization.keys.admin };
  const incident = { title: "After the outage", type: "minor", service_ids: [] as number[] };
  const list = await server.request(
    `/api/v2/status_pages/${organization.page.subdomain}/services`,
    { headers },
  );
  incident.service_ids = list.json<{ services: { id: number }[] }>().services.map(({ id }) => id);
  const body = { incident };
  const path = `/api/v2/status_pages/${organization.page.subdomain}/incidents`;
  expect((await server.request(path, { method: "POST", headers, body })).status).toBe(201);
  expect((await status()).text).toContain('"minor"');
});

test("a server started while the database is gone serves the copies of the one before, and recovers within 2 seconds", async () => {
  const kept = (await status()).text;
  expect((await server.visit(organization.page.subdomain)).text).toContain("After the outage");
  const { dataDir: serverDir, port } = server;
  await server.stop();
  await postgres.stop();
  server = await startServer({
    databaseUrl: postgres.url,
    dataDir: serverDir,
    port,
    env,
    readyAt: "/healthz",
  });
  const answer = await status();
  expect([answer.status, answer.text]).toEqual([200, kept]);
  expect((await server.visit(organization.page.subdomain)).text).toContain("After the outage");
  for (const subdomain of ["unknown", closing.subdomain, moving.subdomain, dying.subdomain]) {
    expect((await status(subdomain)).status).toBe(503);
  }
  postgres = await start();
  expect(
    await looksUntil(async () => (await server.request("/readyz")).status === 200),
  ).toBeLessThan(RECOVERED);
  expect(await looksUntil(async () => (await status("unknown")).status === 404)).toBeLessThan(
    RECOVERED,
  );
});

test("a delivery that ends while the database is gone is written down once it is back, and not made again", async () => {
  const receiver = await Receiver.open();
  const arrived = Promise.withResolvers<ServerResponse>();
  receiver.answer = arrived.resolve;
  const webhooks = `/api/v2/status_pages/${organization.page.subdomain}/webhooks`;
  const post = (path: string, body?: object) =>
    server.request(path, {
      method: "POST",
      headers: { authorization: organization.keys.admin },
      body,
    });
  const made = await post(webhooks, {
    // Incidents of the tests before may still be told of.
    webhook: { url: receiver.url, events: ["info_notice.created"] },
  });
  const { id } = made.json<{ webhook: { id: number } }>().webhook;
  expect((await post(`${webhooks}/${id}/test`)).status).toBe(201);
  const response = await arrived.promise;
  await postgres.stop();
  response.writeHead(204).end();
  await expect.poll(() => server.output()).toContain("delivery outcome not stored yet");
  expect(server.output()).not.toMatch(/unhandled|uncaught/);
  receiver.answer = 204;
  postgres = await start();
  await looksUntil(async () => (await post(`${webhooks}/${id}/test`)).status === 201);
  const states = async () => {
    const headers = { authorization: organization.keys.admin };
    const list = await server.request(`${webhooks}/${id}/deliveries`, { headers });
    return list
      .json<{ deliveries: { state: string; attempts: object[] }[] }>()
      .deliveries.map(({ state, attempts }) => [state, attempts.length]);
  };
  await expect.poll(states).toEqual(Array(2).fill(["delivered", 1]));
  expect(receiver.received).toHaveLength(2);
  await receiver.close();
});
