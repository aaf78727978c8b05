import pg from "pg";
import { checkSecret } from "#lib/core/installation/check-secret.ts";
import { listenForChanges } from "#lib/core/transaction/listen.ts";
import { VERSION } from "#lib/platform/version.ts";
import { cli } from "#tests/support/server/cli.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { addressOfDatabase, administer, dropDatabase } from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

type Finding = { check: string; state: string; text: string };

async function examine(databaseUrl: string, env: Record<string, string> = {}) {
  const usual = { DATABASE_URL: databaseUrl, APP_SECRET, DATA_DIR: "." };
  const { code, stdout } = await cli(["doctor", "--json"], { ...usual, ...env });
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  expect(ok).toBe(code === 0);
  return { code, findings, of: (check: string) => findings.find((one) => one.check === check) };
}

const NOBODY = { onChange: () => {}, onHost: () => {}, onUp: () => {}, onDown: () => {} };

test("nothing is wrong with a running installation, and each check has a line", async ({
  database: _,
  databaseUrl,
}) => {
  const stop = await listenForChanges(NOBODY);
  const { code, findings, of } = await examine(databaseUrl);
  await stop();
  expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
  expect(code).toBe(0);
  expect(findings.map(({ check }) => check)).toEqual([
    ...["database", "standbys", "connections", "clock", "nodes", "schema", "secret"],
    ...["disk", "dns", "mail"],
  ]);
  expect(of("nodes")).toMatchObject({ state: "ok", text: expect.stringContaining(VERSION) });
  const { stdout } = await cli(["doctor"], {
    DATABASE_URL: databaseUrl,
    APP_SECRET,
    DATA_DIR: ".",
  });
  expect(stdout.split("\n")).toHaveLength(findings.length + 1);
});

const WRONG: [check: string, text: RegExp, env: Record<string, string>][] = [
  ["database", /cannot be reached/, { DATABASE_URL: "postgres://a:b@127.0.0.1:1/none" }],
  ["connections", /a node needs 17, .* Raise max_connections by \d+/, { NODES: "900" }],
  [
    "connections",
    /a node needs 62, .* Raise DATABASE_CONNECTIONS to 62/,
    { APPS: "16", DATABASE_CONNECTIONS: "61" },
  ],
  ["secret", /secret adopt/, { APP_SECRET: "another-secret-that-is-long-enough-for-it" }],
  ["dns", /\*\.nowhere\.invalid/, { APP_URL: "https://nowhere.invalid", DNS_SERVERS: "127.0.0.1" }],
  ["mail", /127\.0\.0\.1:1: .*ECONNREFUSED.*SMTP_URL/, { SMTP_URL: "smtp://127.0.0.1:1" }],
  ["disk", /nothing-here/, { DATA_DIR: "nothing-here" }],
];

for (const [check, text, env] of WRONG)
  test(`what is wrong is told with what to do: ${check}, by ${Object.keys(env).join(" and ")}`, async ({
    database,
    databaseUrl,
  }) => {
    if (check === "secret") await checkSecret(database);
    const { code, of } = await examine(databaseUrl, env);
    expect(of(check)).toMatchObject({ state: "wrong", text: expect.stringMatching(text) });
    expect(code).toBe(1);
  });

test("a node of another version is told with what to do", async ({ databaseUrl }) => {
  const application_name = "allclear-node 0.0.9 elsewhere";
  const other = new pg.Client({ connectionString: databaseUrl, application_name });
  await other.connect();
  const { of } = await examine(databaseUrl);
  await other.end();
  expect(of("nodes")).toMatchObject({
    state: "warning",
    text: `elsewhere 0.0.9: this is ${VERSION}. Bring all nodes and workers to one version`,
  });
});

test("more nodes than NODES are wrong, as connections may run out", async ({
  database: _,
  databaseUrl,
}) => {
  const stops = [await listenForChanges(NOBODY), await listenForChanges(NOBODY)];
  const { of } = await examine(databaseUrl);
  for (const stop of stops) await stop();
  expect(of("nodes")).toMatchObject({
    state: "wrong",
    text: expect.stringContaining("Set NODES to 2"),
  });
});

test("it decides nothing: the first server on a database says which APP_SECRET is right", async ({
  database,
  databaseUrl,
}) => {
  await database.deleteFrom("installation").execute();
  const { of } = await examine(databaseUrl);
  expect(of("secret")).toMatchObject({ state: "ok" });
  expect(await database.selectFrom("installation").selectAll().execute()).toEqual([]);
});

test("of a database without a schema it says what there is to say", async () => {
  const name = `empty_${process.pid}`;
  await administer(`create database ${name}`);
  const { findings, of } = await examine(addressOfDatabase(name));
  await dropDatabase(name);
  expect(of("schema")).toMatchObject({ state: "wrong", text: expect.stringContaining("migrate") });
  expect(of("database")).toMatchObject({ state: "ok" });
  expect(findings.map(({ check }) => check)).not.toContain("secret");
});
