import { randomUUID } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { CLAIMED } from "#lib/core/moves/queries.ts";
import { stopBackground } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { claimCertificates } from "#lib/domains/acme/orders.queries.ts";
import { DomainEngine } from "#lib/domains/engine.ts";
import { claimDue } from "#lib/monitoring/checks/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { examineDatabase } from "#lib/server/doctor/database.ts";
import { tryLock } from "#lib/server/move/queries.ts";
import { tasks } from "#lib/server/worker/registry.ts";
import { insertResults } from "#lib/services/check-history/queries.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, sampleIds } from "#tests/support/data/samples.ts";
import { changedTables, holdOrganization, rowsOf } from "#tests/support/db/held.ts";
import { expect, test } from "#tests/support/test.ts";

const all = { ...tasks("inner"), ...tasks("outgoing"), ...tasks("messages") };

/** What is left behind where an organization was may be pruned. */
const isPruning = (name: string) => /^prune-|^rotate-/.test(name);

/** Makes every kind of work due. */
async function makeDue(db: Db, page: number, ids: Ids): Promise<Ids> {
  const past = later(wireNow(), -120);
  const on = (table: string, set: ReturnType<typeof sql>) =>
    sql`update ${sql.table(table)} set ${set} where status_page_id = ${page}`.execute(db);
  await on("events", sql`dispatched_at = null, due_at = ${past}`);
  await on("notifications", sql`state = 'waiting', due_at = ${past}, settled_at = null`);
  await on("webhooks", sql`enabled = true, url = 'https://127.0.0.1:1/'`);
  await on("webhook_deliveries", sql`state = 'pending', next_attempt_at = ${past}`);
  await on("subscription_imports", sql`state = 'importing', worked_at = ${past}`);
  await on("outages", sql`publish_at = ${past}`);
  await on("domains", sql`phase = 'configuring', due_at = ${past}`);
  await on("integrations", sql`settings = settings || '{"enabled": true}'`);
  await sql`insert into check_results (status_page_id, service_id, checked_at, outcome)
    values (${page}, ${ids.service_id}, now() - interval '30 days', 'up')`.execute(db);
  await sql`insert into certificates (name, status_page_id, source, due_at)
    values (${`page-${page}.example.com`}, ${page}, 'acme', ${past})`.execute(db);
  const { service_id, incident_id } = ids;
  await sql`insert into service_monitors (status_page_id, service_id, due_at, beat_due_at,
      last_beat_at, is_up, since)
    values (${page}, ${service_id}, ${past}, ${past}, ${past}, false, ${past})
    on conflict (status_page_id, service_id) do update set due_at = excluded.due_at,
      beat_due_at = excluded.beat_due_at, last_beat_at = excluded.last_beat_at,
      is_up = excluded.is_up, since = excluded.since`.execute(db);
  await sql`insert into incident_timers (status_page_id, incident_id, kind, for_at, due_at)
    values (${page}, ${incident_id}, 'long_running', ${past}, ${past})`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into outbox (kind, status_page_id, params_sealed, message_id, expires_at, next_attempt_at)
    values ('sample', ${page}, ${seal("{}")}, 'sample', ${later(wireNow(), 600)}, ${past})
    returning id`.execute(db);
  return { ...ids, outbox_id: rows[0]?.id ?? 0 };
}

/** Runs every job, and each lane that is none, once. */
async function workOnce(db: Db, page: number, ids: Ids, has_moved = false): Promise<void> {
  const target = {
    ...{ ...ids, status_page_id: page, event_ids: [ids.event_id], channel: "email", attempt: 1 },
    ...{ due_at: wireNow(), subject: `incident:${ids.incident_id}`, token_sealed: seal("none") },
  };
  // Without a page most jobs have nothing to do.
  for (const [name, run] of Object.entries(all))
    for (const payload of has_moved && isPruning(name) ? [] : [{}, target])
      await (run as (payload: object, helpers: object) => Promise<void>)(payload, {
        job: { key: null },
      }).catch((error) => {
        if (payload === target) throw new Error(name, { cause: error });
      });
  const grant = authorizeProgram(systemContext(db, "test"));
  await claimDue(db, grant, { limit: 100, interval_ms: 60_000 });
  const result = { outcome: "up", reason: null, status: 200, response_ms: 5 } as const;
  const of = { status_page_id: page, service_id: Number(ids.service_id) };
  await insertResults(db, grant, [{ ...of, ...result, checked_at: new Date().toISOString() }]);
  const claim = { table: "certificates", by: randomUUID(), lease_ms: 0, under_way: [] } as const;
  const ordered = { limit: 100, directory_url: "https://127.0.0.1:1/", may_order: true };
  await claimCertificates(db, grant, claim, ordered);
  const domains = new DomainEngine({ choose: async () => "edge", of: {} });
  await domains.tick();
  await domains.idle();
  await stopBackground();
}

/** Claims of rows that no page has. */
const UNOWNED = ["claimBackup", "claimProbe", "claimPurges", "claimRevocations", "claimRows"];

const WORKED_ON = [
  "certificates",
  "check_results",
  "domains",
  "events",
  "incident_timers",
  "notifications",
  "outbox",
  "service_monitors",
  "webhook_deliveries",
];

test("no job and no lane of the workers touches an organization while it is moved, has moved or arrives; all do when it is back", async ({
  database,
}) => {
  const organization = await mintOrganization(database);
  const { id, page } = organization;
  const ids = await makeDue(database, page.id, await sampleIds(database, organization));
  const at = wireNow();
  for (const state of [
    { moving_at: at },
    { moving_at: at, moved_to: "https://eu.example.com" },
    { arriving_at: at },
  ]) {
    await holdOrganization(database, id, state);
    const before = await rowsOf(database, id);
    await workOnce(database, page.id, ids, "moved_to" in state);
    // Hosts here redirect for as long as they have certificates.
    expect(changedTables(before, await rowsOf(database, id)), JSON.stringify(state)).toEqual(
      "moved_to" in state ? ["certificates"] : [],
    );
  }
  await holdOrganization(database, id, {});
  const before = await rowsOf(database, id);
  await workOnce(database, page.id, ids).catch(() => {});
  expect(changedTables(before, await rowsOf(database, id))).toEqual(
    expect.arrayContaining(WORKED_ON),
  );
});

test("every claim of a page's rows is waited for, and none is made while its organization is between two installations", async ({
  database,
}) => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attname = 'claimed_until'
    join pg_attribute as p on p.attrelid = c.oid and p.attname = 'status_page_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`.execute(database);
  expect(CLAIMED).toEqual(rows.map(({ name }) => name));
  const unchecked: string[] = [];
  for await (const file of glob("lib/**/*queries.ts")) {
    const functions = (await readFile(file, "utf8")).split(/^export /m);
    for (const text of functions) {
      const name = /^async function (claim\w+)/.exec(text)?.[1];
      if (name && !text.includes("isAtHome(")) unchecked.push(name);
    }
  }
  expect(unchecked.sort()).toEqual(UNOWNED);
});

test("what is old is not pruned while a move runs; an abandoned one keeps nothing, and is told", async ({
  database,
  databaseUrl,
  organization: { id, page },
}) => {
  const isPruned = async () => {
    const kept = { status_page_id: page.id, counted: "segments", period: "2020-01-01", count: 1 };
    const insert = database.insertInto("sms_counts").values(kept);
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
    const prune = all["prune-sms-counts"] as (payload: object, helpers: object) => Promise<void>;
    await prune({}, { job: { key: null } });
    const counts = database.selectFrom("sms_counts").where("status_page_id", "=", page.id);
    return (await counts.select("period").execute()).length === 0;
  };
  for (const state of ["moving_at", "arriving_at"]) {
    await holdOrganization(database, id, { [state]: wireNow() });
    expect([state, await isPruned()]).toEqual([state, false]);
    await holdOrganization(database, id, { [state]: later(wireNow(), -25 * 3_600) });
    expect([state, await isPruned()]).toEqual([state, true]);
    const text = `organization ${id} has been ${state.slice(0, -3)} since`;
    const warned = (await examineDatabase(database)).filter(({ check }) => check === "moves");
    expect(warned).toMatchObject([{ state: "warning", text: expect.stringContaining(text) }]);
    const db = patientDatabase(databaseUrl);
    const side = { db, grant: authorizeProgram(systemContext(db, "test")), secret: undefined };
    expect(await tryLock(side)).toBe(true);
    expect([state, await isPruned()]).toEqual([state, false]);
    await db.destroy();
  }
  await holdOrganization(database, id, {});
});
