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

const config = (domain: string | null) =>
  JSON.stringify({
    domain_config: { provider: domain && "cdn_a", domain, status: "configuring", external_id: "x" },
    about: "kept",
  });

test("what pages and services were is kept by the upgrade, but for what was never true", async () => {
  await administer(`create database ${NAME}`);
  const db = open();
  try {
    await migrateUntil(db, "2026-11-22T0920_wire_facts");
    await sql`insert into organizations (name) values ('One')`.execute(db);
    await sql`
      insert into status_pages (organization_id, subdomain, name, url, time_zone, settings) values
        (1, 'a', 'A', 'https://a.example', 'Etc/UTC', ${config("status.example.com")}::jsonb),
        (1, 'b', 'B', 'https://b.example', 'Etc/UTC', ${config("status.example.com")}::jsonb),
        (1, 'c', 'C', 'https://c.example', 'Etc/UTC', ${config(null)}::jsonb),
        (1, 'd', 'D', 'https://d.example', 'Etc/UTC', '{}')`.execute(db);
    await sql`
      insert into services (status_page_id, name, "order", monitoring, inbound_email_id,
        monitoring_options, webhook_custom_jsonpath_settings) values
        (1, 'Checked', 1, 'internal', null, '{"method": "get"}', null),
        (1, 'Mail', 2, '3rd_party', '7de5c53782b808a4cee6c4ec', '{}', '{"jsonpath": "$.a"}')`.execute(
      db,
    );
    await migrate(db as never);
    const pages = await sql<{ settings: Record<string, object> }>`
      select settings from status_pages order by id`.execute(db);
    const first = JSON.parse(config("status.example.com"));
    expect(pages.rows.map(({ settings }) => settings)).toEqual([
      first,
      {
        about: "kept",
        domain_config: {
          provider: null,
          domain: null,
          previous_domain: "status.example.com",
          status: "failed_to_configure",
          validation_records: null,
          external_id: "x",
          error: "another status page has this domain",
        },
      },
      JSON.parse(config(null)),
      {},
    ]);
    const services = await sql`
      select name, is_up, monitoring_options, webhook_custom_jsonpath_settings,
        length(inbound_email_id) as length
      from services order by id`.execute(db);
    expect(services.rows).toMatchObject([
      { name: "Checked", is_up: null, monitoring_options: { method: "get" }, length: 36 },
      { name: "Mail", webhook_custom_jsonpath_settings: { jsonpath: "$.a" }, length: 36 },
    ]);
  } finally {
    await db.destroy();
    await dropDatabase(NAME);
  }
});
