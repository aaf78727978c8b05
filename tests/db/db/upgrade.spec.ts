import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { isMigrated, migrate } from "#db/migrate.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { folderOf, MIGRATIONS, migrateUntil, test } from "#tests/support/db/upgrades.ts";
import { expect } from "#tests/support/test.ts";

const LAST_BEFORE = "2026-11-25T4010_replaced_links";

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

test("the version before goes on beside a later one that only added, and refuses one that took away", async ({
  connect,
}) => {
  const db = connect();
  const add = (name: string) =>
    sql`insert into kysely_migration values (${name}, '2026-11-20')`.execute(db);
  await add("9999-01-01T0000_added");
  await add("9999-01-01T0001_taken_after_0.1.0");
  expect(await migrate(db)).toEqual([]);
  expect(await isMigrated(db)).toBe(true);
  await add("9999-01-01T0002_taken_after_0.10.0");
  for (const ask of [migrate, isMigrated])
    await expect(ask(db)).rejects.toThrow("only 0.10.0 and later can use this database");
});

test("of nodes that start at once, one upgrades the database", async ({ connectToFirst }) => {
  const nodes = [connectToFirst(), connectToFirst(), connectToFirst()];
  const [, ...later] = await migrationNames();
  const ran = await Promise.all(nodes.map((node) => migrate(node)));
  expect(ran.filter((names) => names.length > 0)).toEqual([later]);
});

test("a node that waits for another one's migrations says so, and goes on after it", async ({
  connectToFirst,
}) => {
  const [waiting, holding] = [connectToFirst(), connectToFirst()];
  const [, ...later] = await migrationNames();
  const { promise: said, resolve: onWait } = Promise.withResolvers<void>();
  const { migrating } = await holding.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('allclear.migrations'))`.execute(trx);
    const migrating = migrate(waiting, { onWait });
    await said;
    return { migrating };
  });
  expect(await migrating).toEqual(later);
});

test("an upgrade that waits for a long reader makes no other reader wait, and goes on after it", async ({
  connect,
}) => {
  const folder = await folderOf(await readdir(MIGRATIONS));
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
    const migrating = migrate(upgrading, { onBusy, folder: pathToFileURL(`${folder}/`) });
    while (waits < 2) await read();
    return { migrating };
  });
  expect(await migrating).toEqual(["9999_next"]);
  await read();
  await rm(folder, { recursive: true });
});

test("an upgrade builds an index while others read and write, anew where that was interrupted", async ({
  connectToFirst,
}) => {
  const [upgrading, holding, writer] = [connectToFirst(), connectToFirst(), connectToFirst()];
  const { page } = await mintOrganization(writer);
  const { id } = await subscriber(writer, page.id);
  await migrateUntil(upgrading, "2026-11-28T1611");
  await sql`create index subscriptions_address_next on subscriptions (type)`.execute(writer);
  const state = sql<{ is_unique: boolean; is_valid: boolean }>`
    select indisunique as is_unique, indisvalid as is_valid from pg_index
    where indexrelid in (to_regclass('subscriptions_address_next'),
      to_regclass('subscriptions_address'))
    order by indexrelid desc limit 1`;
  await sql`update pg_index set indisvalid = false
    where indexrelid = 'subscriptions_address_next'::regclass`.execute(writer);
  const { migrating } = await holding
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await sql`select count(*) from organizations`.execute(trx);
      const migrating = migrate(upgrading);
      await expect
        .poll(async () => (await state.execute(writer)).rows)
        .toEqual([{ is_unique: true, is_valid: false }]);
      await sql`set lock_timeout = '2s'`.execute(writer);
      await sql`update subscriptions set email = 'x@example.com' where id = ${id}`.execute(writer);
      return { migrating };
    });
  expect(await migrating).toContain("2026-11-28T1611_one_address");
  expect((await state.execute(writer)).rows).toEqual([{ is_unique: true, is_valid: true }]);
});

/** The migration of keys as it once was: it built the index itself, and knew no twins. */
const EARLIER_KEYS = `import { sql } from "kysely";
export async function up(db) {
  await sql\`alter table subscriptions add column address_key text\`.execute(db);
  await sql\`drop index subscriptions_address, subscriptions_url, subscriptions_unsealed\`.execute(db);
  await sql\`create unique index subscriptions_address on subscriptions (status_page_id, type,
    coalesce(address_key, md5(webhook_url)))\`.execute(db);
  await sql\`
    create index subscriptions_unkeyed on subscriptions (id) where address_key is null\`.execute(db);
}`;

const shape = (db: Db) =>
  sql`
    select indexdef as is from pg_indexes where tablename = 'subscriptions'
    union all select pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = 'subscriptions'::regclass and not tgisinternal
    union all select column_name || data_type from information_schema.columns
      where table_name = 'subscriptions'
    order by 1`.execute(db);

test("a database with keys of before twins gets the shape of a new one", async ({
  connect,
  connectToFirst,
}) => {
  const db = connectToFirst();
  await migrateUntil(db, "2026-11-28T1610", { "2026-11-28T1400_address_keys.ts": EARLIER_KEYS });
  expect(await migrate(db)).toContain("2026-11-28T1610_address_twins");
  expect((await shape(db)).rows).toEqual((await shape(connect())).rows);
});
