import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { migrate } from "#db/migrate.ts";
import { migrateUntil } from "#tests/support/migrations.ts";
import { addressOfDatabase, administer, dropDatabase } from "#tests/support/run.ts";
import { expect, test } from "#tests/support/test.ts";

const NAME = `upgraded_${randomBytes(6).toString("hex")}`;

function open(): Kysely<never> {
  const pool = new pg.Pool({ connectionString: addressOfDatabase(NAME), max: 1 });
  // The database may be dropped before the connection is closed on both sides.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

const TEXTS = [
  "",
  "  ",
  "-- !",
  "Payments fail; api-gateway/v2 is slow",
  "a@B.c* ".repeat(9_000),
  "b a\nb\ta,b  (c)\r\n a/c",
  "調査中です。api調査 支払い",
  "ระบบชำระเงินขัดข้อง ប្រព័ន្ធ ငွေပေးချေမှု",
  "no\u00a0break ideographic\u3000space zero\u200bwidth",
  "İSTANBUL ΟΔΟΣ Größenwahn Straße ÅNGSTRÖM",
  `${"long".repeat(60)} ${"x".repeat(120)}-${"y".repeat(120)}`,
  "unbroken,".repeat(6_000),
  `${"x ".repeat(19_997)}last, later`,
];

async function wordsIn(db: Kysely<never>): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select words_of(text) as words from unnest(${TEXTS}::text[]) with ordinality as t (text, place)
    order by place`.execute(db);
  return rows.map(({ words }) => words);
}

async function indexesWithStatistics(db: Kysely<never>): Promise<string[]> {
  await sql`analyze incidents, incident_updates`.execute(db);
  const { rows } = await sql<{ tablename: string }>`
    select distinct tablename from pg_stats where tablename like 'incident%\_words'
    order by tablename`.execute(db);
  return rows.map(({ tablename }) => tablename);
}

test("an upgrade finds the same words as before, and PostgreSQL gathers no statistics about them", async () => {
  await administer(`create database ${NAME}`);
  const db = open();
  try {
    await migrateUntil(db, "2026-11-24T0330_search_cost");
    await sql`insert into organizations (name) values ('One')`.execute(db);
    await sql`
      insert into status_pages (organization_id, subdomain, name, url, time_zone, settings)
      values (1, 'a', 'A', 'https://a.example', 'Etc/UTC', '{}')`.execute(db);
    await sql`
      insert into incidents (status_page_id, title, type, severity, starts_at, declared, affects_uptime)
      values (1, 'Payments fail', 'minor', 'minor', now(), '{}', true)`.execute(db);
    await sql`
      insert into incident_updates (status_page_id, incident_id, type, description, posted_at)
      select 1, 1, 'issue', text, now() from unnest(${TEXTS}::text[]) as text`.execute(db);
    expect(await indexesWithStatistics(db)).toEqual(["incident_updates_words", "incidents_words"]);
    const before = await wordsIn(db);
    await migrate(db as never);
    expect(await wordsIn(db)).toEqual(before);
    expect(await indexesWithStatistics(db)).toEqual([]);
  } finally {
    await db.destroy();
    await dropDatabase(NAME);
  }
});
