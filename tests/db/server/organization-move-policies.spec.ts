import { sql } from "kysely";
import {
  CLEARED_COLUMNS,
  JSON_WITH_IDS,
  POLICIES,
  REFERENCES,
  SEALED,
  type Table,
} from "#lib/server/move/policies.ts";
import { expect, test } from "#tests/support/test.ts";

type Described = { table: Table; column: string; type: string; references: string | null };

/** JSON without ids in it. */
const JSON_WITHOUT = [
  ...["calendar_imports.result", "domains.report", "domains.state"],
  ...["incident_templates.translations", "incident_types.translations", "incidents.translations"],
  ...["incident_updates.translations", "info_notices.translations", "past_services.translations"],
  ...["info_notice_updates.translations", "services.translations", "services.heartbeat"],
  ...["incidents.maintenance_notify_settings", "services.monitoring_options"],
  ...["services.publish_policy", "services.webhook_custom_jsonpath_settings"],
  ...["status_pages.settings", "subscription_imports.counts", "subscription_imports.layout"],
  ...["subscription_imports.preview", "subscription_imports.problems", "subscriptions.metadata"],
  ...["subscriptions.earlier_secrets", "webhook_deliveries.attempts", "webhooks.earlier_secrets"],
];

/** Numbers that are no ids. */
const NUMBERS = [
  ...["bytes", "count", "counter", "last_step", "max", "min", "sum", "sum_ms", "value"],
];

const isCopied = (table: Table) => !("left" in POLICIES[table]);

test("every table, reference, claim and column of JSON has a policy", async ({ database }) => {
  const { rows } = await sql<Described>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      (select max(f.confrelid::regclass::text) from pg_constraint as f
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey[cardinality(f.conkey)] = a.attnum
      ) as references
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not like 'kysely_%' and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''`.execute(database);
  const tables = Object.keys(POLICIES);
  expect([...new Set(rows.map(({ table }) => table))].sort()).toEqual(tables.toSorted());
  const problems = rows.filter(({ table }) => isCopied(table)).flatMap((row) => problemOf(row));
  expect(problems).toEqual([]);
});

function problemOf({ table, column, type, references }: Described): string[] {
  const name = `${table}.${column}`;
  const known = REFERENCES[column];
  const isId =
    column === "id" || ["actor_id", "moved_id", "subject_id", "update_id"].includes(column);
  const places = Object.keys(POLICIES);
  const isLate = references && places.indexOf(references) > places.indexOf(table);
  const problems = {
    "refers to a table that comes later": isLate,
    "refers to a table that is left behind": references && !isCopied(references as Table),
    "refers to another table": references && known && !isSame(known, references),
    "is a number or an id": /^bigint/.test(type) && !isId && !known && !isNumber(column),
    "is a claim": column.startsWith("claimed_") && !CLEARED_COLUMNS.includes(name),
    "may have ids inside":
      /^json/.test(type) && !JSON_WITH_IDS.includes(name) && !JSON_WITHOUT.includes(name),
    "is sealed": column.endsWith("_sealed") && !SEALED[name],
  };
  return Object.entries(problems).flatMap(([text, is]) => (is ? [`${name} ${text}`] : []));
}

const isNumber = (column: string) =>
  NUMBERS.includes(column) || ["news_update_ids", "social_update_ids"].includes(column);

/** Links of two_factors are by user, those of join_links by page. */
function isSame(table: string, other: string): boolean {
  const by = { two_factors: "users", join_links: "status_pages" }[other] ?? other;
  return table === by;
}
