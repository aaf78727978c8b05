import type pg from "pg";
import { clientConfig } from "#db/index.ts";
import { requireSuitable } from "#db/requirements.ts";
import { cli } from "#tests/support/server/cli.ts";
import { overTcp } from "#tests/support/server/run.ts";
import { times } from "#tests/support/server/thorough.ts";
import {
  HAS_PGBOUNCER,
  type Mode,
  type PgBouncer,
  startPgBouncer,
} from "#tests/support/stand-ins/pgbouncer.ts";
import { expect, test } from "#tests/support/test.ts";

test.skip(!HAS_PGBOUNCER, "needs PgBouncer: apt-get install pgbouncer");

let pooler: PgBouncer;
test.afterEach(() => pooler.stop());

const REFUSED = /DATABASE_URL: leads through a pooler in transaction or statement mode, [^\n]+$/;

for (const [mode, isRefused] of [
  ["session", false],
  ["transaction", true],
  ["statement", true],
] satisfies [Mode, boolean][])
  test(`PgBouncer in ${mode} mode is ${isRefused ? "refused in one line" : "served"}`, async ({
    databaseUrl,
  }) => {
    pooler = await startPgBouncer(overTcp(databaseUrl), mode);
    const asked = requireSuitable({ ...clientConfig(), connectionString: pooler.url.href });
    if (isRefused) await expect(asked).rejects.toThrow(REFUSED);
    else await asked;
    const list = ["organization", "create", "--name", `Behind ${mode}`];
    const { code, stderr } = await cli(list, { DATABASE_URL: pooler.url.href });
    expect(code).toBe(isRefused ? 1 : 0);
    expect(stderr).toMatch(
      isRefused ? /^error: [^\n]+ transaction or statement mode, [^\n]+\n$/ : /^$/,
    );
  });

test("beside a direct address, a pooler in transaction mode serves what needs no session", async ({
  databaseUrl,
}) => {
  const direct = overTcp(databaseUrl);
  pooler = await startPgBouncer(direct, "transaction", "");
  const settings = { DATABASE_URL: pooler.url.href, DATABASE_DIRECT_URL: direct.href };
  const list = ["organization", "create", "--name", "Behind both"];
  expect(await cli(list, settings)).toMatchObject({ code: 0, stderr: "" });
  const elsewhere = Object.assign(new URL(direct), { pathname: "/postgres" });
  expect(await cli(list, { ...settings, DATABASE_DIRECT_URL: elsewhere.href })).toMatchObject({
    code: 1,
    stderr:
      "error: Environment variable DATABASE_DIRECT_URL: leads to another database than DATABASE_URL\n",
  });
  expect(await cli(list, { ...settings, DATABASE_DIRECT_URL: pooler.url.href })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: [^\n]+ DATABASE_DIRECT_URL: unsupported startup parameter: [^\n]+\n$/,
    ),
  });
  const patient = await startPgBouncer(direct, "transaction");
  const twice = { DATABASE_URL: patient.url.href, DATABASE_DIRECT_URL: patient.url.href };
  expect((await cli(list, twice)).stderr).toMatch(
    /^error: [^\n]+ DATABASE_DIRECT_URL: leads through a pooler in [^\n]+pool_mode = session\)\n$/,
  );
  await patient.stop();
});

// As two processes have it.
const TWIN = new URL("../../../db/prepared.ts?twin", import.meta.url).href;
const CLIENTS = 12;
const CALLS = times(2_000, 10_000);
// As many shapes as parameters, and of each one a text that another client prepares in its stead.
const TEXTS = [1, 2, 3, 4, 5, 6].flatMap((count) =>
  ["read", "insert"].map((verb) => {
    const given = Array.from({ length: count }, (_, index) => `$${index + 1}::text`).join(" || ");
    const value = `'${verb}${count}:' || ${given}`;
    const text =
      verb === "read"
        ? `select ${value} as text`
        : `insert into mixed values (${value}) returning text`;
    return { text, count, prefix: `${verb}${count}:` };
  }),
);

test("no statement runs with another's parameters, whatever sessions a pooler gives", async ({
  databaseUrl,
}) => {
  test.slow();
  pooler = await startPgBouncer(overTcp(databaseUrl), "transaction");
  const both = await Promise.all([import("#db/prepared.ts"), import(TWIN)]);
  const clients: pg.Client[] = Array.from({ length: CLIENTS }, (_, index) => {
    return new both[index % 2].PreparingClient({ connectionString: pooler.url.href });
  });
  for (const client of clients) await client.connect();
  const [first] = clients;
  await first?.query("create table mixed (text text)");
  const written: string[] = [];
  const wrong: unknown[] = [];
  const call = async (client: pg.Client, turn: number) => {
    const one = TEXTS[(turn * 7 + (turn >> 3)) % TEXTS.length] as (typeof TEXTS)[number];
    const values = Array.from({ length: one.count }, (_, index) => `${turn}.${index};`);
    const expected = one.prefix + values.join("");
    const rows = await client.query(one.text, values).then(
      (result) => result.rows,
      // A name that the session has already, or lacks: refused, and not answered wrongly.
      ({ code }) => (["42P05", "26000"].includes(code) ? null : [code]),
    );
    if (rows && JSON.stringify(rows) !== JSON.stringify([{ text: expected }])) wrong.push(rows);
    if (rows && one.prefix.startsWith("insert")) written.push(expected);
  };
  let turn = 0;
  const work = async (client: pg.Client) => {
    while (turn < CALLS) await call(client, turn++);
  };
  await Promise.all(clients.map(work));
  expect(wrong).toEqual([]);
  const kept = await first?.query("select text from mixed");
  expect(kept?.rows.map(({ text }) => text).sort()).toEqual(written.sort());
  await first?.query("drop table mixed");
  await Promise.all(clients.map((client) => client.end()));
  expect(written.length).toBeGreaterThan(CALLS / 100);
});
