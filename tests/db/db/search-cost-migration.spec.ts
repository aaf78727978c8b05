import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { beforeMigration } from "#tests/support/migrations.ts";
import { expect, test } from "#tests/support/test.ts";

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

async function wordsIn(db: Db): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select words_of(text) as words from unnest(${TEXTS}::text[]) with ordinality as t (text, place)
    order by place`.execute(db);
  return rows.map(({ words }) => words);
}

async function indexesWithStatistics(db: Db): Promise<string[]> {
  await sql`analyze incidents, incident_updates`.execute(db);
  const { rows } = await sql<{ tablename: string }>`
    select distinct tablename from pg_stats where tablename like 'incident%\_words'
    order by tablename`.execute(db);
  return rows.map(({ tablename }) => tablename);
}

test("an upgrade finds the same words as before, and PostgreSQL gathers no statistics about them", async () => {
  await beforeMigration("2026-11-24T0330_search_cost", async (db) => {
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
    await migrate(db);
    expect(await wordsIn(db)).toEqual(before);
    expect(await indexesWithStatistics(db)).toEqual([]);
  });
});
