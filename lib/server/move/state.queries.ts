import { type RawBuilder, sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { JobName } from "#lib/core/queue/enqueue.ts";
import { isQueueThere } from "#lib/core/queue/queries.ts";
import type { Side } from "#lib/server/move/queries.ts";

export type Organization = {
  id: number;
  name: string;
  moving_at: string | null;
  moved_to: string | null;
  arriving_at: string | null;
  move_id: string | null;
};

const STATE = ["id", "name", "moving_at", "moved_to", "arriving_at", "move_id"] as const;

export async function findOrganization({ db }: Side, id: number) {
  return db.selectFrom("organizations").select(STATE).where("id", "=", id).executeTakeFirst();
}

/** The copy that an earlier move made at the target. */
export async function findArrival({ db }: Side, move_id: string | null) {
  const arrival = db.selectFrom("organizations").select(STATE);
  return arrival.where("move_id", "=", move_id).executeTakeFirst();
}

/** The first of two runs names the move. */
export async function pauseOrganization({ db }: Side, id: number): Promise<void> {
  await sql`
    update organizations
    set moving_at = coalesce(moving_at, now()), move_id = coalesce(move_id, gen_random_uuid())
    where id = ${id} and moved_to is null`.execute(db);
}

export async function resumeOrganization({ db }: Side, id: number): Promise<void> {
  await sql`
    update organizations set moving_at = null, move_id = null
    where id = ${id} and moved_to is null`.execute(db);
}

export type Name = { name: string; is_former: boolean };

/** Addresses of its pages; `former` ones redirect for a while. */
export async function listNames({ db }: Side, organization_id: number): Promise<Name[]> {
  const { rows } = await sql<Name>`
    select a.name, a.redirects_until is not null as is_former
    from addresses as a join status_pages as p on p.id = a.status_page_id
    where p.organization_id = ${organization_id}
      and (a.redirects_until is null or a.redirects_until > now())
    order by a.name`.execute(db);
  return rows;
}

/** @param arrival the organization that is arriving may have them */
export async function listTakenNames(
  { db }: Side,
  names: readonly string[],
  arrival: number | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select wanted.name from unnest(${names}::text[]) as wanted (name)
    where exists (
      select from (
        select status_page_id from addresses where name = wanted.name
        union all select id from status_pages where subdomain = wanted.name
        union all select status_page_id from domains where name = wanted.name
          and phase <> 'leaving'
        union all select status_page_id from certificates where name = wanted.name
      ) as taker
      left join status_pages as p on p.id = taker.status_page_id
      where p.organization_id is distinct from ${arrival}::bigint
    )`.execute(db);
  return rows.map(({ name }) => name);
}

export type Person = { id: number; email: string };

export async function listPeople({ db }: Side, organization_id: number): Promise<Person[]> {
  return db
    .selectFrom("users")
    .select(["id", "email"])
    .where("id", "in", (eb) =>
      eb
        .selectFrom("memberships")
        .select("user_id")
        .where("organization_id", "=", organization_id)
        .where("user_id", "is not", null),
    )
    .orderBy("id")
    .execute();
}

/** An account of the same address. Who made one that is not confirmed may be somebody else. */
export type Account = { source: number; target: number; email: string; email_confirmed: boolean };

export async function listAccounts({ db }: Side, people: readonly Person[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select given.id as source, u.id as target, u.email, u.email_confirmed
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ email }) => email)}::text[])
      as given (id, email)
    join users as u on lower(u.email) = lower(given.email) order by u.email`.execute(db);
  return rows;
}

/** Stays when the organization has moved, until it is taken along. */
export const LATE_REPORT = "apply-late-report";

export type Job = { id: number; name: string; payload: Record<string, unknown>; run_at: string };

/** @param pages ids of status pages; null: of whatever page */
export async function listJobs(
  { db }: Pick<Side, "db">,
  names: readonly JobName[],
  pages: readonly number[] | null,
): Promise<Job[]> {
  if (!(await isQueueThere(db))) return [];
  const { rows } = await sql<Job>`
    select job.id, task.identifier as name, job.payload, job.run_at
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = any(${names})
      and (${pages}::bigint[] is null
        or (job.payload ->> 'status_page_id')::bigint = any(${pages}::bigint[]))
    order by job.id`.execute(db);
  return rows;
}

/** Else each look for work would walk over it. */
async function dropDue(trx: Trx, of: RawBuilder<unknown>): Promise<void> {
  await sql`
    update service_monitors set due_at = null, beat_due_at = null
    where ${of} and (due_at is not null or beat_due_at is not null)`.execute(trx);
  await sql`
    update events set withdrawn_at = now()
    where ${of} and dispatched_at is null and withdrawn_at is null`.execute(trx);
  await sql`
    update domains set due_at = 'infinity', checkup_at = 'infinity' where ${of}`.execute(trx);
  await sql`delete from incident_timers where ${of}`.execute(trx);
  await sql`delete from metric_pulls where ${of}`.execute(trx);
}

export async function completeJobs({ db }: Side, ids: readonly number[]): Promise<void> {
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db);
}

/** Nothing that waited is sent from here any more. */
async function dropPending(trx: Trx, pages: readonly number[]): Promise<void> {
  const of = sql`status_page_id = any(${pages}::bigint[])`;
  await sql`delete from outbox where ${of}`.execute(trx);
  await sql`
    update notifications set state = 'withdrawn', due_at = null, settled_at = now()
    where ${of} and state = 'waiting'`.execute(trx);
  await sql`
    update webhook_deliveries set state = 'cancelled', next_attempt_at = null
    where ${of} and state = 'pending'`.execute(trx);
  await dropDue(trx, of);
  if (!(await isQueueThere(trx))) return;
  await sql`
    select graphile_worker.complete_jobs(array(
      select job.id from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier <> ${LATE_REPORT}
        and (payload ->> 'status_page_id')::bigint = any(${pages}::bigint[])))`.execute(trx);
}

/** @param arrival its id there; null: as before */
export async function closeOrganization(
  { db }: Side,
  id: number,
  { to, arrival, pages }: { to: string; arrival: number | null; pages: readonly number[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      update organizations set moved_to = ${to}, moved_id = coalesce(${arrival}, moved_id)
      where id = ${id}`.execute(trx);
    await dropPending(trx, pages);
  });
}

/** For heartbeats the time does not count in which none could be received. */
async function shiftBeats(trx: Trx, organization_id: number, pause_s: number): Promise<void> {
  const shift = sql`${pause_s}::float8 * interval '1 second'`;
  await sql`
    update service_monitors set last_beat_at = last_beat_at + ${shift},
      beat_started_at = beat_started_at + ${shift}, beat_due_at = beat_due_at + ${shift}
    where beat_due_at is not null
      and status_page_id in (select id from status_pages
        where organization_id = ${organization_id})`.execute(trx);
}

/** @param add what else is to be done in that transaction */
export async function openOrganization(
  { db }: Side,
  id: number,
  { pause_s, add }: { pause_s: number; add: (trx: Trx) => Promise<void> },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await shiftBeats(trx, id, pause_s);
    await sql`update organizations set arriving_at = null where id = ${id}`.execute(trx);
    await add(trx);
  });
}

/** A later move of the organization is another one. */
export async function forgetCopy({ db }: Side, organization_id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("move_ids").where("organization_id", "=", organization_id).execute();
    await trx.deleteFrom("move_tables").where("organization_id", "=", organization_id).execute();
    const moved = trx.updateTable("organizations").set({ move_id: null });
    await moved.where("id", "=", organization_id).execute();
  });
}

/** Before the pages: those would have their domains taken down at providers. */
const DELETED_FIRST = [
  "domains",
  "certificates",
  "check_results",
  "check_hours",
  "check_days",
] as const;

/** Deletes what has arrived so far, or what is left here of an organization that has moved. */
export async function deleteCopy({ db }: Side, organization_id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const pages = sql`select id from status_pages where organization_id = ${organization_id}`;
    await sql`
      select pg_notify('page_withdrawn', id || ':page:access:') from (${pages}) as page`.execute(
      trx,
    );
    // A CDN may keep the redirects to where it has moved.
    await sql`
      insert into edge_purges (status_page_id, hard) select p.id, true
      from status_pages as p join organizations as o on o.id = p.organization_id
      where o.id = ${organization_id} and o.moved_to is not null`.execute(trx);
    for (const table of DELETED_FIRST)
      await sql`delete from ${sql.table(table)} where status_page_id in (${pages})`.execute(trx);
    await sql`
      delete from users where id in (select target_id from move_ids
          where organization_id = ${organization_id} and name = 'users')
        and exists (select from organizations
          where id = ${organization_id} and arriving_at is not null)
        and not exists (select from memberships where user_id = users.id
          and organization_id <> ${organization_id})`.execute(trx);
    await sql`delete from audit_log where organization_id = ${organization_id}`.execute(trx);
    await sql`
      delete from organizations where id = ${organization_id}
        and (arriving_at is not null or moved_to is not null)`.execute(trx);
  });
}
