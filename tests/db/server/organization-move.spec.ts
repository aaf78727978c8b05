import { sql } from "kysely";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { deriveAlertToken } from "#lib/monitoring/reports/alert-address.ts";
import { seal, unsealIfOurs, withSecret } from "#lib/platform/crypto/seal.ts";
import { check } from "#lib/server/move/check.ts";
import { cancelMove } from "#lib/server/move/move.ts";
import { preview } from "#lib/server/move/plan.ts";
import { POLICIES, SEALED } from "#lib/server/move/policies.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { mintWholeOrganization } from "#tests/support/data/whole-organization.ts";
import { type Installation, move, TO, test } from "#tests/support/db/two-installations.ts";
import { expect } from "#tests/support/test.ts";

test("what is encrypted stands in the list of sealed columns", async ({ world: { source } }) => {
  const dump = await source.dump(Object.keys(SEALED));
  const opened = Object.entries(dump).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row as object).flatMap(([column, value]) =>
        typeof value === "string" && unsealIfOurs(value.replace(/^sealed:/, "")) !== null
          ? [`${table}.${column}`]
          : [],
      ),
    ),
  );
  expect(new Set(opened)).toEqual(new Set(["installation.secret_canary"]));
});

/** What differs by itself: of both databases, and of what waits at the source. */
const LEFT = [
  ...["organizations.moving_at", "organizations.moved_to", "organizations.move_id"],
  "organizations.moved_id",
  ...["status_pages.withdrawn_at", "status_pages.alert_token_sealed"],
  ...["installation.secret_canary", "installation.inserted_at"],
  ...["service_monitors.last_beat_at", "service_monitors.beat_due_at"],
  ...["subscriptions.address_key", "service_alerts.id", "addresses.id", "domains.id"],
  ...["certificates.id", "notifications.id", "subscription_links.id", "outbox.id"],
];
const NOT_MOVED = Object.entries(POLICIES).flatMap(([table, policy]) =>
  "left" in policy ? [table] : [],
);

/** People who are no members stay behind, and their ids are another's at the target. */
function known(row: string): string {
  return row
    .replace('"actor":"user:999996"', '"actor":"user"')
    .replace('"actor_id":999996', '"actor_id":null')
    .replace(",999999]", "]")
    .replace(/"bytes":\d+,/, "");
}

async function rowsOf(installation: Installation): Promise<Record<string, unknown[]>> {
  const all = Object.entries(await installation.dump(LEFT));
  const moved = all.filter(([table]) => !NOT_MOVED.includes(table));
  const counts = await installation.run((db) =>
    sql`select scope, scope_id, kind, sum(count) from record_counts
      group by 1, 2, 3 order by 1, 2, 3`.execute(db),
  );
  const sorted = (rows: unknown[]) => rows.map((row) => known(JSON.stringify(row))).sort();
  const rows = Object.fromEntries(moved.map(([table, rows]) => [table, sorted(rows)]));
  return { ...rows, counts: counts.rows };
}

test("an organization arrives row by row, with its ids, and nothing else arises", async ({
  world,
}) => {
  const { source, target, organization } = world;
  const before = await rowsOf(source);
  for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);
  const moved = await move(world);
  expect(moved).toMatchObject({ pages: 1, accounts: 0, mapped: [] });
  expect(await rowsOf(target)).toEqual(before);
  for (const table of ["throttles", "sessions", "move_ids", "move_tables"])
    expect(await target.count(table), table).toBe(0);
  const [left] = (await source.dump()).organizations as { moved_to: string }[];
  expect(left?.moved_to).toBe(TO);
  const waiting = await source.run((db) =>
    sql`select from notifications where state = 'waiting' union all select from outbox
      union all select from webhook_deliveries where state = 'pending'
      union all select from service_monitors where due_at is not null or beat_due_at is not null
      union all select from events where dispatched_at is null and withdrawn_at is null
      union all select from domains where due_at < 'infinity' or checkup_at < 'infinity'
      union all select from incident_timers union all select from metric_pulls`.execute(db),
  );
  expect(waiting.rows).toEqual([]);
  const { rows } = await target.run((db) =>
    sql<{ sealed: string }>`select alert_token_sealed as sealed from status_pages`.execute(db),
  );
  const token = withSecret(target.secret, () => unsealIfOurs(rows[0]?.sealed ?? ""));
  expect(token).toBe(deriveAlertToken(organization.page.id, 0));
});

test("ids that are taken become others, and everything refers to them", async ({ world }) => {
  const { source, target, organization } = world;
  await target.run(async (db) => {
    await mintWholeOrganization(db, await mintOrganization(db));
  });
  const names = (of: Installation, subdomain: string) =>
    of.run(async (db) => {
      const { rows } = await sql`
        select i.title, s.name, u.description, p.name as parent, m.email,
          i.declared->'service_ids'->'value' is null as undeclared,
          (select count(*) from notifications as n join events as e on e.id = n.event_id
            join subscriptions as o on o.id = n.subscription_id
            where n.status_page_id = page.id and e.status_page_id = page.id) as told,
          (select (kept->>'incident_id')::bigint = i.id from deleted_updates
            where status_page_id = page.id) as keeps,
          (select bool_and(subject = 'incident:' || i.id) and count(actor_id) = 1
            from audit_log where status_page_id = page.id) as audited,
          (select array[owner.id] = s.notification_recipients from users as owner
            where owner.email = ${organization.owner.email}) as notifies
        from status_pages as page
        join incidents as i on i.status_page_id = page.id
        join incident_updates as u on u.status_page_id = page.id and u.incident_id = i.id
        join incident_services as l on l.status_page_id = page.id and l.incident_id = i.id
        join services as s on s.status_page_id = page.id and s.id = l.service_id
        join services as c on c.status_page_id = page.id and c.parent_id = s.id
        join services as p on p.status_page_id = page.id and p.id = c.parent_id
        join access_group_memberships as a on a.status_page_id = page.id
        join memberships on memberships.id = a.membership_id
        join users as m on m.id = memberships.user_id
        where page.subdomain = ${subdomain}`.execute(db);
      return rows;
    });
  const before = await names(source, organization.page.subdomain);
  expect(before).toMatchObject([{ audited: false, keeps: true, notifies: false }]);
  const moved = await move(world);
  expect(moved.mapped).toEqual(expect.arrayContaining(["services", "incidents", "users"]));
  const after = await names(target, organization.page.subdomain);
  expect(after).toEqual([{ ...(before[0] as object), audited: true, keeps: true, notifies: true }]);
  const idIn = (of: Installation, column: "id" | "moved_id") =>
    of.run(async (db) => {
      const named = db.selectFrom("organizations").where("name", "=", organization.name);
      return Object.values(await named.select(column).executeTakeFirstOrThrow())[0];
    });
  expect(await idIn(source, "moved_id")).toBe(await idIn(target, "id"));
});

test("a person with an account at the target keeps that one", async ({ world }) => {
  const { source, target, organization } = world;
  const known = await target.run(async (db) => {
    const other = await mintOrganization(db);
    const user = await mintUser(db, other.id, "viewer");
    const email = organization.owner.email.toUpperCase();
    await sql`update users set email = ${email} where id = ${user.id}`.execute(db);
    return user;
  });
  const [users, keys] = [await target.count("users"), await target.count("api_keys")];
  const oidc_issuer = "https://id.example.com";
  await source.run((db) => db.updateTable("memberships").set({ oidc_issuer }).execute());
  const former = { email: "former@example.com" };
  await source.run(async (db) => {
    const insert = db.insertInto("users").values(former).returning("id");
    const { id } = await insert.executeTakeFirstOrThrow();
    const set = { actor_kind: "user", actor_id: id };
    await db.updateTable("audit_log").set(set).execute();
  });
  const { email } = organization.owner;
  expect(await move(world)).toMatchObject({
    ...{ accounts: 1, left_keys: 2 },
    provider_roles: expect.arrayContaining([`${email} (owner)`]),
  });
  expect(await target.count("api_keys")).toBe(keys + (await source.count("api_keys")) - 2);
  expect(await target.count("users")).toBe(users + (await source.count("users")) - 2);
  const roles = await target.run((db) =>
    sql`select role, oidc_issuer from memberships
      where user_id = ${known.id} order by role`.execute(db),
  );
  expect(roles.rows).toEqual([
    { role: "owner", oidc_issuer },
    { role: "viewer", oidc_issuer: null },
  ]);
  expect(await target.count("two_factors")).toBe(0);
  const log = await target.run((db) =>
    sql`select distinct actor_id, changes ->> 'actor_email' as email from audit_log
      where actor_kind = 'user' and changes ? 'actor_email'`.execute(db),
  );
  expect(log.rows).toEqual([{ actor_id: null, ...former }]);
});

test("a run that ends anywhere goes on, and leaves nothing out", async ({ world }) => {
  const { source, target, organization } = world;
  // More than one batch has.
  await source.run((db) =>
    sql`insert into subscriptions (status_page_id, type, filter, email)
      select ${organization.page.id}, 'email', 'all', n || '@example.com'
      from generate_series(1, 2500) as n`.execute(db),
  );
  const before = await rowsOf(source);
  const heard = new Set<string>();
  const ending = (phase: string, detail = "") => {
    const line = `${phase} ${detail}`;
    if (heard.has(line) || (phase === "copy" && heard.size % 6 > 0)) {
      heard.add(line);
      return;
    }
    heard.add(line);
    throw new Error("killed");
  };
  let runs = 1;
  for (; runs < 100; runs += 1) {
    const ended = await move(world, ending).catch(({ message }) => message);
    if (ended !== "killed") break;
  }
  expect(runs).toBeGreaterThan(10);
  expect([...heard].map((line) => line.split(" ")[0])).toEqual(
    expect.arrayContaining([
      "check",
      "pause",
      "plan",
      "copy",
      "verify",
      "open",
      "redirect",
      "tidy",
    ]),
  );
  expect(await rowsOf(target)).toEqual(before);
  await expect(move(world)).rejects.toThrow(`It has moved to ${TO}`);
});

test("a dry run and a canceled move change nothing", async ({ world }) => {
  const { source, target, organization } = world;
  await target.run(async (db) => {
    await mintWholeOrganization(db, await mintOrganization(db));
  });
  const left = ["record_counts.shard"];
  const before = [await source.dump(left), await target.dump(left)];
  await source.use((from) =>
    target.use(async (to) => {
      const { move: planned } = await check(from, to, organization.id);
      const { tables } = await preview(planned);
      expect(tables.filter(({ count }) => count === 0)).toEqual([]);
      expect(tables.find(({ table }) => table === "services")?.plan.drawn).toHaveLength(2);
    }),
  );
  expect([await source.dump(left), await target.dump(left)]).toEqual(before);
  const ended = move(world, (phase) => {
    if (phase === "open") throw new Error("killed");
  });
  await expect(ended).rejects.toThrow("killed");
  await source.use((from) =>
    target.use((to) =>
      cancelMove({ source: from, target: to, organization_id: organization.id, say: () => {} }),
    ),
  );
  expect([await source.dump(left), await target.dump(left)]).toEqual(before);
});

test("jobs that nothing makes again move, once, and none is left", async ({ world }) => {
  const { source, target, organization } = world;
  await target.run(async (db) => {
    await mintWholeOrganization(db, await mintOrganization(db));
  });
  const jobs = (of: Installation) =>
    of.run(async (db) => {
      const { rows } = await sql<{ job: string }>`
        select concat_ws(' ', identifier, page.subdomain, job.payload ->> 'subject') as job
        from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        join status_pages as page on page.id::text = job.payload ->> 'status_page_id'
        order by 1`.execute(db);
      return rows.map(({ job }) => job);
    });
  const { id: status_page_id, subdomain } = organization.page;
  await source.run((db) =>
    db.transaction().execute(async (trx) => {
      const translated = { status_page_id, subject: "incident:1", attempt: 2 };
      await enqueue(trx, "translate-record", translated, { run_at: "2036-01-01T00:00:00" });
      await enqueue(trx, "plan-timers", { status_page_id });
      await enqueue(trx, "fire-timers", { status_page_id, incident_id: 1 });
    }),
  );
  expect(await jobs(source)).toHaveLength(3);
  await move(world);
  expect(await jobs(source)).toEqual([]);
  const { rows } = await target.run((db) =>
    sql<{ id: number }>`select i.id from incidents as i
      join status_pages as p on p.id = i.status_page_id where p.subdomain = ${subdomain}`.execute(
      db,
    ),
  );
  const translating = `translate-record ${subdomain} incident:${rows[0]?.id}`;
  expect(await jobs(target)).toEqual([`plan-timers ${subdomain}`, translating]);
});

test("a secret that nobody can open any more is moved as it is", async ({ world }) => {
  const { source, target } = world;
  const lost = withSecret("a secret that is lost, of before", () => seal("x"));
  await source.run((db) => sql`update webhooks set secret_sealed = ${lost}`.execute(db));
  await move(world);
  const { rows } = await target.run((db) =>
    sql<{ secret_sealed: string }>`select secret_sealed from webhooks`.execute(db),
  );
  expect(rows).toEqual([{ secret_sealed: lost }]);
});
