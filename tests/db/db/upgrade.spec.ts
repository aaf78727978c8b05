import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { askHandlers } from "#tests/support/handlers.ts";
import { systemGrant } from "#tests/support/incidents.ts";
import { addressOfDatabase, connectTo, dropDatabase } from "#tests/support/run.ts";
import { test as base, expect } from "#tests/support/test.ts";
import {
  allRows,
  PreviousReader,
  previousAnswers,
  previousDatabase,
  type Row,
  type Rows,
} from "#tests/support/upgrade.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GONE = Symbol("the column is gone");

/** What a migration makes of a column on purpose; whatever else there was stays as it was. */
const CHANGED: Record<string, (row: Row) => unknown> = {
  "incidents.affects_uptime": (row) => row.severity !== "scheduled" || row.affects_uptime,
  "service_days.counted_maintenance_seconds": () => expect.any(Number),
  "services.inbound_email_id": () => expect.stringMatching(UUID),
  "services.incoming_webhook_token": () => GONE,
  "services.is_up": () => null,
  "status_pages.restricted_ips": (row) => row.restricted_ips || null,
};
const CHANGED_COLUMNS = new Set(Object.keys(CHANGED).map((name) => name.split(".")[1]));

/** Where the API says something else on purpose, and why. */
const CHANGED_ANSWERS = {
  "the test itself used the key": /^api_keys\[\]\.last_used_at$/,
  "what counted for uptime says so": /^incidents?(\[\])?\.affects_uptime$/,
  "docs/decisions/033-what-existing-clients-send.md":
    /^services?(\[\])?\.(is_up|inbound_email_\w+|incoming_webhook_url|monitoring_options|webhook_custom_jsonpath_settings)$/,
  "docs/decisions/032-defaults-of-settings.md":
    /^status_pages?(\[\])?\.(\w+_(subscriptions|notifications)_enabled|current_incidents_position)$/,
};

type Upgrade = {
  before: Rows;
  after: Rows;
  /** What the previous version's queries found before, and whenever they were asked since. */
  readings: Row[][][];
};

const test = base.extend<object, { upgraded: Upgrade }>({
  databaseUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const name = await previousDatabase();
      await use(addressOfDatabase(name));
      await dropDatabase(name);
    },
    { scope: "worker" },
  ],
  upgraded: [
    async ({ databaseUrl }, use) => {
      const db = connectTo(databaseUrl);
      const before = await allRows(db);
      const readers = [
        await PreviousReader.open(databaseUrl),
        await PreviousReader.open(databaseUrl),
      ];
      const readings = await Promise.all(readers.map((reader) => reader.readAll()));
      let upgrading = true;
      const reading = readers.map(async (reader) => {
        while (upgrading) readings.push(await reader.readAll());
        readings.push(await reader.readAll());
      });
      await migrate(db);
      upgrading = false;
      await Promise.all(reading);
      await use({ before, after: await allRows(db), readings });
      await Promise.all([db.destroy(), ...readers.map((reader) => reader.close())]);
    },
    { scope: "worker" },
  ],
});

function expected(table: string, row: Row): Row {
  const entries = Object.entries(row).map(([column, value]) => {
    const change = CHANGED[`${table}.${column}`];
    return [column, change ? change(row) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== GONE));
}

function pick(row: Row | undefined, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row?.[column]]));
}

test("an upgrade keeps every row and every value, but for what it changes on purpose", async ({
  upgraded: { before, after },
}) => {
  for (const [table, rows] of before) {
    expect(rows.size, `the fixture has rows of ${table}`).toBeGreaterThan(0);
    for (const [key, row] of rows) {
      const wanted = expected(table, row);
      const kept = pick(after.get(table)?.get(key), Object.keys(wanted));
      expect(kept, `${table} ${key}`).toEqual(wanted);
    }
  }
});

test("after an upgrade every page has its addresses, and one that links use", async ({
  upgraded: { before },
  database,
}) => {
  const expected = [...(before.get("status_pages")?.values() ?? [])].flatMap((page) => {
    const { domain_config } = page.settings as { domain_config?: Record<string, string | null> };
    const { domain = null, status } = domain_config ?? {};
    const own = { name: page.subdomain, kind: "subdomain", is_primary: true, is_active: true };
    const is_active = status === "active";
    const custom = { name: domain, kind: "custom", is_primary: false, is_active };
    const common = { status_page_id: page.id, redirects_until: null };
    return (domain === null ? [own] : [own, custom]).map((row) => ({ ...row, ...common }));
  });
  const rows = await database
    .selectFrom("addresses")
    .select(["name", "kind", "is_primary", "is_active", "status_page_id", "redirects_until"])
    .execute();
  const sorted = (some: { name: unknown }[]) =>
    some.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  expect(sorted(rows)).toEqual(sorted(expected));
});

test("while an upgrade runs the previous version reads on, and finds what it found", async ({
  upgraded: { readings },
}) => {
  const [first = [], ...later] = readings;
  expect(later.length).toBeGreaterThanOrEqual(3);
  for (const reading of later) {
    for (const [index, rows] of first.entries()) {
      const columns = Object.keys(rows[0] ?? {}).filter((column) => !CHANGED_COLUMNS.has(column));
      const texts = (some: Row[] = []) => some.map((row) => JSON.stringify(pick(row, columns)));
      expect(texts(reading[index]).toSorted()).toEqual(texts(rows).toSorted());
    }
  }
});

test("after an upgrade the API shows what it showed, and where it does not, that is on purpose", async ({
  upgraded: _,
  database: __,
}) => {
  const differing = new Set<string>();
  for (const [name, answer] of Object.entries(await previousAnswers())) {
    const [key = "", address = ""] = name.split(" ");
    const now = await askHandlers(address, { key: key === "-" ? null : key });
    expect([name, now.status]).toEqual([name, answer.status]);
    for (const path of differences(answer.body, now.body, "")) differing.add(path);
  }
  const reasons = Object.values(CHANGED_ANSWERS);
  const unexplained = [...differing].filter((path) => !reasons.some((reason) => reason.test(path)));
  expect(unexplained).toEqual([]);
  for (const reason of reasons) expect([...differing].some((path) => reason.test(path))).toBe(true);
});

test("after an upgrade the roll-ups are equal to a recount", async ({ upgraded: _, database }) => {
  const days = () =>
    database.selectFrom("service_days").selectAll().orderBy("service_id").orderBy("day").execute();
  const migrated = await days();
  for (const subdomain of ["acme", "inside", "other"]) await recount(database, subdomain);
  expect(migrated).toEqual(await days());
});

test("an upgrade that waits for a long reader makes no other reader wait, and goes on after it", async () => {
  const name = await previousDatabase();
  const url = addressOfDatabase(name);
  const [upgrading, holding] = [connectTo(url), connectTo(url)];
  const reader = await PreviousReader.open(url);
  const tables = [...(await allRows(holding)).keys()].join(", ");
  let waits = 0;
  const { migrating } = await holding.transaction().execute(async (trx) => {
    await sql.raw(`lock table ${tables} in access share mode`).execute(trx);
    const run = migrate(upgrading, () => {
      waits += 1;
    });
    while (waits < 2) await reader.readAll();
    return { migrating: run };
  });
  expect((await migrating).length).toBeGreaterThan(0);
  await reader.readAll();
  await Promise.all([upgrading.destroy(), holding.destroy(), reader.close()]);
  await dropDatabase(name);
});

async function recount(db: Db, subdomain: string): Promise<void> {
  const grant = await systemGrant(db, subdomain);
  await db.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
}

/** Where something that was said is not said any more; what is said besides does not matter. */
function differences(before: unknown, now: unknown, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    return before.flatMap((item, index) => differences(item, now[index], `${path}[]`));
  if (isRecord(before) && isRecord(now))
    return Object.entries(before).flatMap(([name, value]) =>
      differences(value, now[name], path ? `${path}.${name}` : name),
    );
  return JSON.stringify(before) === JSON.stringify(now) ? [] : [path];
}

function isRecord(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
