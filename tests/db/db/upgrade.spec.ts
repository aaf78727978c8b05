import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { isMigrated, migrate } from "#db/migrate.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import {
  addressOfDatabase,
  administer,
  connectTo,
  dropDatabase,
} from "#tests/support/server/run.ts";
import { test as base, expect } from "#tests/support/test.ts";

const MIGRATIONS = join(ROOT, "db", "migrations");
const LAST_BEFORE = "2026-11-25T4010_replaced_links";

/** `connect` to a database of its own, which this version made. */
const test = base.extend<{ connect: () => Db }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  connect: async ({}, use) => {
    const name = `test_${randomBytes(6).toString("hex")}`;
    await administer(`create database ${name} template template0`);
    const connections: Db[] = [];
    const connect = () => {
      const db = connectTo(addressOfDatabase(name));
      connections.push(db);
      return db;
    };
    await migrate(connect());
    await use(connect);
    await Promise.all(connections.map((db) => db.destroy()));
    await dropDatabase(name);
  },
});

async function migrationNames(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".ts"));
  return files.map((name) => name.replace(".ts", "")).sort();
}

async function pretendApplied(db: Db, ...names: string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  for (const name of names)
    await sql`insert into kysely_migration values (${name}, '2026-11-20')`.execute(db);
}

test("a database of before the first release goes on as it is", async ({ connect }) => {
  const db = connect();
  const { page } = await mintOrganization(db);
  const [, ...later] = await migrationNames();
  await pretendApplied(db, "2026-11-20T1130_foundation", LAST_BEFORE, ...later);
  expect(await isMigrated(db)).toBe(false);
  expect(await migrate(db)).toEqual([]);
  expect(await isMigrated(db)).toBe(true);
  const kept = await db.selectFrom("status_pages").select("id").execute();
  expect(kept).toEqual([{ id: page.id }]);
});

test("a database that is older than that is refused, with what to do, and stays as it was", async ({
  connect,
}) => {
  const db = connect();
  await pretendApplied(db, "2026-11-20T1130_foundation");
  await expect(migrate(db)).rejects.toThrow("Start commit 43db1cc6 on it once");
  const { rows } = await sql`select name from kysely_migration`.execute(db);
  expect(rows).toEqual([{ name: "2026-11-20T1130_foundation" }]);
});

test("an upgrade that waits for a long reader makes no other reader wait, and goes on after it", async ({
  connect,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "allclear-migrations-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const name of await readdir(MIGRATIONS))
    await symlink(join(MIGRATIONS, name), join(folder, name));
  await writeFile(
    join(folder, "9999_next.ts"),
    `import { sql } from "kysely";
     export const up = (db) => sql\`alter table status_pages add column next integer\`.execute(db);`,
  );
  const [upgrading, holding, reader] = [connect(), connect(), connect()];
  const read = () => sql`select count(*) from status_pages`.execute(reader);
  await sql`set lock_timeout = '5s'`.execute(reader);
  let waits = 0;
  const onBusy = () => {
    waits += 1;
  };
  const { migrating } = await holding.transaction().execute(async (trx) => {
    await sql`lock table status_pages in access share mode`.execute(trx);
    const migrating = migrate(upgrading, onBusy, pathToFileURL(`${folder}/`));
    while (waits < 2) await read();
    return { migrating };
  });
  expect(await migrating).toEqual(["9999_next"]);
  await read();
  await rm(folder, { recursive: true });
});
