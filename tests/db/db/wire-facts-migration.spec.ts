import { sql } from "kysely";
import { migrate } from "#db/migrate.ts";
import { beforeMigration } from "#tests/support/migrations.ts";
import { expect, test } from "#tests/support/test.ts";

const config = (domain: string | null) =>
  JSON.stringify({
    domain_config: { provider: domain && "cdn_a", domain, status: "configuring", external_id: "x" },
    about: "kept",
  });

test("what pages and services were is kept by the upgrade, but for what was never true", async () => {
  await beforeMigration("2026-11-22T0920_wire_facts", async (db) => {
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
    await migrate(db);
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
  });
});
