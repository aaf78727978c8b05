import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { certify } from "#tests/support/data/certificates.ts";
import { cli } from "#tests/support/server/cli.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { administer, overTcp } from "#tests/support/server/run.ts";
import { startEncrypting } from "#tests/support/stand-ins/encrypting.ts";
import { expect, test } from "#tests/support/test.ts";

const PASSWORD = "a-password";

/** What an operator is told by `migrate` at an address. */
async function told(address: URL | string, env: Record<string, string> = {}): Promise<string> {
  const { code, stderr } = await cli(["migrate"], { DATABASE_URL: String(address), ...env });
  expect(code).toBe(1);
  return stderr;
}

function changed(url: string, changes: Record<string, string>): URL {
  return Object.assign(overTcp(url), changes);
}

test("a role that may create nothing is told what to grant, in one line", async ({
  databaseUrl,
}) => {
  await administer("create database test_no_right");
  await administer(`create role "no right" login password '${PASSWORD}'`);
  const own = { username: "no right", password: PASSWORD, pathname: "/test_no_right" };
  const address = changed(databaseUrl, own);
  expect(await told(address)).toBe(
    "error: Environment variable DATABASE_URL: permission denied for schema public: grant create on schema public to no right\n",
  );
  await administer("drop database test_no_right");
  await administer('drop role "no right"');
});

test("a wrong password and a missing database are told in one line", async ({ databaseUrl }) => {
  const user = new URL(databaseUrl).username;
  expect(await told(changed(databaseUrl, { password: "wrong" }))).toBe(
    `error: Environment variable DATABASE_URL: password authentication failed for user "${user}"\n`,
  );
  expect(await told(changed(databaseUrl, { pathname: "/none" }))).toBe(
    'error: Environment variable DATABASE_URL: database "none" does not exist\n',
  );
});

for (const [search, line] of [
  [
    "?sslmode=require",
    /: no TLS with the server \(The server does not support SSL connections\): /,
  ],
  ["?sslmode=verify-ca", /: no TLS with the server \(SECURITY WARNING: .*sslrootcert/],
  ["?sslmode=require&sslrootcert=/none.pem", /: ENOENT: no such file .*\/none\.pem/],
] as const)
  test(`what is wrong with TLS to the database is told in one line: ${search}`, async ({
    databaseUrl,
  }) => {
    const said = await told(changed(databaseUrl, { search }));
    expect(said).toMatch(line);
    expect(said).toMatch(/^error: Environment variable DATABASE_URL: [^\n]+\n$/);
  });

test("a server that takes connections and says nothing counts as one that is down", async ({
  databaseUrl,
}) => {
  const silent = createServer(() => {});
  const address = changed(databaseUrl, { host: `127.0.0.1:${await listenHere(silent)}` });
  expect(await told(address)).toBe(
    `error: The database at ${address.host} cannot be reached: timeout expired\n`,
  );
  await shut(silent);
});

for (const [hosts, line] of [
  [
    "one.invalid,two.invalid",
    /^error: The database at one\.invalid, two\.invalid cannot be reached: getaddrinfo \w+ one\.invalid\n$/,
  ],
  [
    "here,here",
    /^error: Environment variable DATABASE_URL: password authentication failed for user "\w+"\n$/,
  ],
  [
    "one.invalid,here",
    /^error: DATABASE_URL: none of one\.invalid:5432 \(getaddrinfo \w+ one\.invalid\), \S+ \(password authentication failed for user "\w+"\) is a primary\n$/,
  ],
] as const)
  test(`of several hosts that cannot serve, one line says why: ${hosts}`, async ({
    databaseUrl,
  }) => {
    const { username, host, pathname } = overTcp(databaseUrl);
    const all = hosts.replaceAll("here", host);
    expect(await told(`postgres://${username}:wrong@${all}${pathname}`)).toMatch(line);
  });

for (const [changes, line] of [
  [
    { host: "one.invalid" },
    /^error: The database at one\.invalid(:\d+)? cannot be reached: getaddrinfo \w+ one\.invalid\n$/,
  ],
  [
    { password: "wrong" },
    /^error: Environment variable DATABASE_DIRECT_URL: password authentication failed for user "\w+"\n$/,
  ],
] as const)
  test(`what is wrong with DATABASE_DIRECT_URL is told of that one: ${Object.keys(changes)}`, async ({
    databaseUrl,
  }) => {
    const DATABASE_DIRECT_URL = changed(databaseUrl, changes).href;
    expect(await told(overTcp(databaseUrl), { DATABASE_DIRECT_URL })).toMatch(line);
  });

test("a worker that waits for its database says why, once", async () => {
  const DATABASE_URL = "postgres://a:b@one.invalid,two.invalid/none";
  const worker = startProgram(["worker"], { DATABASE_URL, APP_SECRET, LOG_LEVEL: "warn" });
  const [line] = await once(createInterface(worker.stdout), "line");
  await endProgram(worker, "SIGTERM");
  expect(JSON.parse(line)).toMatchObject({
    msg: "the database cannot be used yet: waiting",
    reason: expect.stringMatching(/^getaddrinfo \w+ one\.invalid$/),
  });
});

// As libpq means it, for a server with an authority of its own, which is called by its address.
for (const [mode, host, isTrusted, line] of [
  ["require", "127.0.0.1", false, ""],
  ["require", "127.0.0.1", true, ""],
  ["verify-ca", "elsewhere.example", true, ""],
  ["verify-full", "127.0.0.1", true, ""],
  [
    "verify-full",
    "elsewhere.example",
    true,
    ": no TLS with the server (Hostname/IP does not match",
  ],
  ["verify-full", "127.0.0.1", false, ": no TLS with the server (self-signed certificate"],
] as const)
  test(`sslmode=${mode} ${line ? "refuses" : "takes"} the certificate of ${host}${isTrusted ? " by a trusted authority" : ""}`, async ({
    databaseUrl,
  }) => {
    const certificate = certify({ host });
    const sslrootcert = join(await ownFolder(), "ca.pem");
    writeFileSync(sslrootcert, certificate.cert);
    const { url, stop } = await startEncrypting(overTcp(databaseUrl), certificate);
    const search = `?sslmode=${mode}${isTrusted ? `&sslrootcert=${sslrootcert}` : ""}`;
    const address = Object.assign(url, { search }).href;
    const { code, stderr } = await cli(["migrate"], { DATABASE_URL: address });
    expect([code, stderr]).toEqual(
      line ? [1, expect.stringMatching(/^error: [^\n]+ docs\/configure\.md\n$/)] : [0, ""],
    );
    expect(stderr).toContain(line);
    await stop();
  });
