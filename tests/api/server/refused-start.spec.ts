import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { makeEmbeddedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { startServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const APP_URL = "https://status.example.com";

/** What a server that does not start has printed. */
async function complaint(starting: Promise<unknown>): Promise<string[]> {
  const error = await starting.then(
    () => new Error("it started"),
    (failure: Error) => failure,
  );
  return error.message.split("\n").slice(1).filter(Boolean);
}

for (const [name, value, line] of [
  ["PORT", "abc", "Configuration: PORT: must be a whole number from 0 to 65535"],
  ["APP_SECRET", "short", /^Configuration: APP_SECRET: /],
  ["DATABASE_URL", "mysql://x", /^Configuration: DATABASE_URL: /],
  ["WORKER", "on", "Configuration: WORKER: must be inline or off"],
  [
    "APP_URL",
    "status.example.com",
    "Configuration: APP_URL: must be an address such as https://status.example.com",
  ],
  [
    "HOST",
    "192.0.2.1",
    /^Cannot listen \(.*192\.0\.2\.1.*\): set HOST and PORT to what this machine has$/,
  ],
] as const) {
  test(`what ${name} must be is told in the operator's words`, async ({ databaseUrl }) => {
    const starting = startServer({ databaseUrl, env: { APP_SECRET, APP_URL, [name]: value } });
    expect(await complaint(starting)).toEqual([expect.stringMatching(line)]);
  });
}

test("settings that lead visitors astray are told at the start, with what to set", async ({
  databaseUrl,
}) => {
  const started = (env: Record<string, string>) =>
    complaint(
      startServer({
        databaseUrl,
        env: { APP_SECRET, HOST: "192.0.2.1", PUBLIC_HTTPS_PORT: "443", ...env },
      }),
    );
  const plain = await started({ APP_URL: "http://status.example.com", HTTPS_PORT: "8443" });
  expect(plain[0]).toMatch(/^Configuration: HTTPS_PORT is set .*: set APP_URL=https:\/\/status\./);
  const port = await started({ APP_URL: "https://status.example.com:8443", HTTPS_PORT: "8443" });
  expect(port[0]).toMatch(/^Configuration: APP_URL has port 8443, .*: set PUBLIC_HTTPS_PORT=8443$/);
  const local = await started({ APP_URL: "" });
  expect(local[0]).toMatch(
    /^Configuration: Custom domains cannot point to .* \(localhost\): set it/,
  );
  const right = await started({ APP_URL, HTTPS_PORT: "8443" });
  expect(right).toEqual([expect.stringMatching(/^Cannot listen /)]);
});

test("a database that does not exist is told in the operator's words", async ({ databaseUrl }) => {
  const missing = Object.assign(new URL(databaseUrl), { pathname: "/no_such_database" }).href;
  const line = 'Configuration: DATABASE_URL: database "no_such_database" does not exist';
  expect(await complaint(startServer({ databaseUrl: missing, env: { APP_SECRET } }))).toEqual([
    line,
  ]);
});

test("a database that a newer version has changed beyond use is told and left alone", async ({
  database,
  databaseUrl,
}) => {
  const name = "9999-01-01T0000_newer_after_99.0.0";
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(database);
  const told = await complaint(startServer({ databaseUrl, env: { APP_SECRET } }));
  await sql`delete from kysely_migration where name = ${name}`.execute(database);
  expect(told).toEqual([
    expect.stringMatching(/^Configuration: DATABASE_URL: only 99\.0\.0 and later can use this/),
  ]);
});

test("a port that is taken is told before anything is made", async () => {
  const home = await makeEmbeddedHome();
  const other = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await complaint(home.start(port))).toEqual([
    `Port ${port} is in use: set PORT to another one`,
  ]);
  expect(existsSync(`${home.dataDir}/postgres`)).toBe(false);
  other.close();
});

test("hosts that do not resolve are told in one line, and nothing but saved pages is served", async () => {
  const server = await startServer({
    databaseUrl: "postgres://a:b@one.invalid,two.invalid/none",
    env: { APP_SECRET, LOG_LEVEL: "warn" },
    readyAt: "/healthz",
  });
  const { status } = await server.request("/api/v2/orgs/1/status_pages", { method: "POST" });
  expect([status, (await server.request("/readyz")).status]).toEqual([503, 503]);
  const lines = server.output().split("\n");
  expect(lines.filter((line) => line.includes("cannot be reached yet"))).toEqual([
    expect.stringMatching(/"reason":"getaddrinfo \w+ one\.invalid"/),
  ]);
  await server.stop();
});
