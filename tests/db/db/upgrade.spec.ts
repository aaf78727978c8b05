import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import { isMigrated, migrate } from "#db/migrate.ts";
import { up } from "#db/migrations/2026-11-27T2007_plans_of_old.ts";
import { courseOf } from "#lib/incidents/course.ts";
import { type Declared, declare } from "#lib/incidents/declared.ts";
import { listIncidentsById } from "#lib/incidents/queries.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { listUpdates } from "#lib/incidents/updates/queries.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import {
  addressOfDatabase,
  administer,
  connectTo,
  dropDatabase,
} from "#tests/support/server/run.ts";
import { test as base, expect } from "#tests/support/test.ts";

const MIGRATIONS = join(ROOT, "db", "migrations");
const LAST_BEFORE = "2026-11-25T4010_replaced_links";

type Connect = () => Db;

async function withDatabase(
  make: (db: Db) => Promise<unknown>,
  use: (connect: Connect) => Promise<void>,
): Promise<void> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${name} template template0`);
  const connections: Db[] = [];
  const connect = () => {
    const db = connectTo(addressOfDatabase(name));
    connections.push(db);
    return db;
  };
  await make(connect());
  await use(connect);
  await Promise.all(connections.map((db) => db.destroy()));
  await dropDatabase(name);
}

/** A folder with some of the migrations. */
async function folderOf(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-migrations-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const name of names) await symlink(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

/** Brings the schema to the state before a migration, with `others` in place of some. */
async function migrateUntil(
  db: Db,
  end: string,
  others: Record<string, string> = {},
): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name < end && !others[name]);
  const folder = await folderOf([...names, "baseline.sql"]);
  for (const [name, text] of Object.entries(others)) await writeFile(join(folder, name), text);
  await migrate(db, () => {}, pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
}

const makeFirstRelease = (db: Db) => migrateUntil(db, "2026-11-25T2201");

/** To a database of its own, which this version made, or the first release. */
const test = base.extend<{ connect: Connect; connectToFirst: Connect }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  connect: ({}, use) => withDatabase(migrate, use),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  connectToFirst: ({}, use) => withDatabase(makeFirstRelease, use),
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
    const migrating = migrate(upgrading, onBusy, pathToFileURL(`${folder}/`));
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

function inWireTimes<T>(rows: T): T {
  return JSON.parse(JSON.stringify(rows).replaceAll('.000Z"', '"'));
}

test("maintenance that was called off or postponed before the upgrade stays so, in its own words", async ({
  connect,
}) => {
  const db = connect();
  const { page } = await mintOrganization(db);
  const planned = { starts_at: "2027-03-10T22:00:00", ends_at: "2027-03-11T00:00:00" };
  const moved = { starts_at: "2027-03-12T22:00:00", ends_at: "2027-03-13T00:00:00" };
  const off = "2027-03-01T10:00:00";
  const add = async (now: { starts_at: string; ends_at: string }, type: UpdateType) => {
    const declared = declare({ type: "scheduled", ...(type === "resolved" ? planned : now) }, 0);
    const { rows } = await sql<{ id: number }>`
      insert into incidents (status_page_id, title, type, severity, starts_at, ends_at, declared,
        affects_uptime)
      values (${page.id}, 'Switches', 'scheduled', 'scheduled', ${now.starts_at}, ${now.ends_at},
        ${JSON.stringify(declared)}, false) returning id`.execute(db);
    const id = rows[0]?.id ?? 0;
    await sql`insert into incident_updates (status_page_id, incident_id, type, posted_at,
      description, translations) values (${page.id}, ${id}, ${type}, ${off}, 'Said', '{}')`.execute(
      db,
    );
    return id;
  };
  const ids = [
    await add({ starts_at: off, ends_at: off }, "resolved"),
    await add(moved, "postponed"),
    await add(planned, "update"),
  ];
  await up(db as never);
  const grant = await systemGrant(db, page.subdomain);
  const [rows, updates] = [
    inWireTimes(await listIncidentsById(db as Trx, grant, ids)),
    inWireTimes([...(await listUpdates(db, grant, ids)).values()]).flat(),
  ];
  const found = rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({
      kept: { starts_at: row.starts_at, ends_at: row.ends_at, plan: row.plan },
      derived: courseOf(
        row.declared as Declared,
        row.severity,
        updates.filter(({ incident_id }) => incident_id === row.id),
        [],
      ),
    }));
  const expected = [
    { ...planned, plan: "called_off" },
    { ...moved, plan: null },
    { ...planned, plan: null },
  ];
  expect(found.map(({ kept }) => kept)).toEqual(expected);
  expect(found.map(({ derived }) => derived)).toMatchObject(
    expected.map((times) => ({ type: "scheduled", ...times })),
  );
});

test("incidents of the first release have affected their services from start to end", async ({
  connectToFirst,
}) => {
  const db = connectToFirst();
  const { page } = await mintOrganization(db);
  const service = await mintService(db, page.id);
  await sql`
    with added as (
      insert into incidents
        (status_page_id, title, type, severity, starts_at, ends_at, declared, affects_uptime)
      select ${page.id}, 'Trouble', 'minor', 'minor', '2026-11-20T10:00:00Z', ends_at, '{}', true
      from unnest(array['2026-11-20T11:00:00Z', '2026-11-20T10:00:00Z', null]::timestamptz[])
        as given (ends_at)
      returning id, status_page_id
    )
    insert into incident_services (status_page_id, incident_id, service_id)
    select status_page_id, id, ${service} from added`.execute(db);
  await migrate(db);
  const impacts = await db
    .selectFrom("incident_impacts")
    .select(["service_id", "type", "severity"])
    .select(sql`ends_at - starts_at = '1 hour'`.as("is_an_hour"))
    .orderBy("incident_id")
    .execute();
  const impact = { service_id: service, type: "minor", severity: "minor" };
  expect(impacts).toEqual([
    { ...impact, is_an_hour: true },
    { ...impact, is_an_hour: null },
  ]);
});

test("corrections of the first release keep the hours of the zone that their page had", async ({
  connectToFirst,
}) => {
  const db = connectToFirst();
  const { page } = await mintOrganization(db, { time_zone: "Asia/Tokyo" });
  const service_id = await mintService(db, page.id);
  await sql`
    insert into day_corrections (status_page_id, service_id, day, ignore_checks, reason)
    values (${page.id}, ${service_id}, '2026-11-20', true, 'Ours')`.execute(db);
  await migrate(db);
  const { rows } = await sql`select day::text, time_zone from day_corrections`.execute(db);
  expect(rows).toEqual([{ day: "2026-11-20", time_zone: "Asia/Tokyo" }]);
});

test("days of the first release that had nothing but maintenance have no incidents", async ({
  connectToFirst,
}) => {
  const db = connectToFirst();
  const { page } = await mintOrganization(db);
  const service_id = await mintService(db, page.id);
  await sql`
    insert into service_days (status_page_id, service_id, day, major_seconds, minor_seconds,
      maintenance_seconds, counted_major_seconds, counted_minor_seconds,
      counted_maintenance_seconds, incidents)
    values (${page.id}, ${service_id}, '2026-11-19', 0, 0, 60, 0, 0, 0, 1),
      (${page.id}, ${service_id}, '2026-11-20', 60, 0, 0, 60, 0, 0, 2)`.execute(db);
  await migrate(db);
  const { rows } = await sql`
    select day::text, incidents from service_days order by day`.execute(db);
  expect(rows).toEqual([
    { day: "2026-11-19", incidents: 0 },
    { day: "2026-11-20", incidents: 2 },
  ]);
});

test("an upgrade releases whom a mended mail server would have reached, and nobody else", async ({
  connectToFirst,
}) => {
  const db = connectToFirst();
  const { page } = await mintOrganization(db);
  const put = async (quarantine_reason: string | null, more: object = {}) => {
    const dead = { quarantine_kind: "dead", quarantined_until: "2036-01-01T00:00:00" };
    const { email } = await subscriber(db, page.id, { ...dead, quarantine_reason, ...more });
    return email;
  };
  const kept = [
    await put("550 5.1.1 <…>: User unknown in virtual mailbox table"),
    await put("bounced: 550 No such user"),
    await put("554 delivery error: dd This user doesn't have a yahoo.com account"),
    await put("550 relay not permitted", { quarantine_kind: "unwanted" }),
  ];
  await put("550 relay not permitted");
  await put("554 5.7.1 <…>: Relay access denied");
  await put("504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname");
  await put("550-Verification failed for <…> 550-No Such User Here 550 Sender verify failed");
  await put(null);
  for (let n = 0; n < 5; n++) await put(`550 5.2.1 <…>: mailbox ${n} disabled`);
  await migrate(db);
  const { rows } = await sql<{ email: string }>`
    select email from subscriptions where quarantined_until is not null order by id`.execute(db);
  expect(rows.map(({ email }) => email)).toEqual(kept);
  const { rows: told } =
    await sql`select 1 from notifications union all select 1 from outbox`.execute(db);
  expect(told).toEqual([]);
});

test("what had one alert before alerts were counted ends as that does", async ({
  connectToFirst,
}) => {
  const db = connectToFirst();
  const { page } = await mintOrganization(db);
  const put = async (source: string, columns: object) => {
    const service_id = await mintService(db, page.id);
    await db.updateTable("services").set(columns).where("id", "=", service_id).execute();
    await sql`
      insert into service_monitors (status_page_id, service_id, is_up, since, source)
      values (${page.id}, ${service_id}, false, '2026-11-20T10:00:00Z', ${source})`.execute(db);
    return service_id;
  };
  const tool = (webhook_monitoring_service: string) => ({
    ...{ monitoring: "webhook", webhook_monitoring_service },
    heartbeat: '{"period_s": 60, "grace_s": 0}',
  });
  const beaten = await put("heartbeat", tool("grafana"));
  const mailed = await put("mail", { monitoring: "3rd_party" });
  const called = await put("webhook", tool("custom-jsonpath"));
  await put("webhook", tool("grafana"));
  await migrate(db);
  const alerts = sql`select service_id, key, is_open from service_alerts order by service_id`;
  expect((await alerts.execute(db)).rows).toEqual(
    [beaten, mailed, called].map((service_id) => ({ service_id, key: "", is_open: true })),
  );
});
