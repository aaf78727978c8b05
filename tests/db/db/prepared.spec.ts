import { spawnSync } from "node:child_process";
import pg from "pg";
import { PreparingClient } from "#db/prepared.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { expect, test } from "#tests/support/test.ts";

test("a statement is planned once per connection, and anew when a migration changes what it returns", async ({
  databaseUrl,
}) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, Client: PreparingClient });
  const client = await pool.connect();
  try {
    await client.query("create table plans (a integer)");
    await client.query("insert into plans values ($1)", [1]);
    const read = () => client.query("select * from plans where a = $1", [1]);
    expect((await read()).rows).toEqual([{ a: 1 }]);
    const kept = await client.query(
      "select count(*)::int as n from pg_prepared_statements where statement like 'select * from plans%'",
    );
    expect(kept.rows).toEqual([{ n: 1 }]);
    await client.query("alter table plans add column b integer default 2");
    expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
  } finally {
    await client.query("drop table plans");
    client.release();
    await pool.end();
  }
});

test("a wrong statement tells what is wrong with it", async ({ databaseUrl }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, Client: PreparingClient });
  const client = await pool.connect();
  await expect(client.query("select $1::int / 0", [1])).rejects.toThrow("division by zero");
  client.release();
  await pool.end();
});

const PREPARE = `
const { default: pg } = await import("pg");
const { PreparingClient } = await import("#db/prepared.ts");
const client = new PreparingClient({ connectionString: process.env.PREPARE_AT });
await client.connect();
for (const text of JSON.parse(process.env.PREPARE)) await client.query(text, [1]);
const kept = await client.query("select statement, name from pg_prepared_statements order by 1");
console.log(JSON.stringify(kept.rows));
await client.end();
`;

test("a statement has the same name in every process, and no other one has it", async ({
  databaseUrl,
}) => {
  const texts = ["select $1::int as one", "select $1::int as two"];
  const named = (prepared: string[]) => {
    const env = { PREPARE_AT: databaseUrl, PREPARE: JSON.stringify(prepared) };
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", PREPARE], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
    return JSON.parse(stdout);
  };
  const names = named(texts);
  expect(named(texts.toReversed())).toEqual(names);
  expect(new Set(names.map(({ name }: { name: string }) => name)).size).toBe(2);
});
