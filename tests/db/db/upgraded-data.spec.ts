import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { up } from "#db/migrations/2026-11-27T2007_plans_of_old.ts";
import { courseOf } from "#lib/incidents/course.ts";
import { type Declared, declare } from "#lib/incidents/declared.ts";
import { listIncidentsById } from "#lib/incidents/queries.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { listUpdates } from "#lib/incidents/updates/queries.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { test } from "#tests/support/db/upgrades.ts";
import { expect } from "#tests/support/test.ts";

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
