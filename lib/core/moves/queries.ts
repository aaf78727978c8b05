import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import { type MoveState, requireChangeable } from "#lib/core/moves/move.ts";
import type { JobName } from "#lib/core/queue/enqueue.ts";
import { isQueueThere } from "#lib/core/queue/queries.ts";
import type { Context } from "#lib/core/request/context.ts";

/** Expects the query to call the organization `o`; its index is organizations_held. */
const IS_HELD = sql<boolean>`(o.moving_at is not null or o.moved_to is not null
  or o.arriving_at is not null)`;

const MOVE_STATE = sql<MoveState>`json_build_object(
  'state', case when o.arriving_at is not null then 'arriving'
    when o.moved_to is not null then 'moved' else 'moving' end,
  'moved_to', o.moved_to, 'moved_id', o.moved_id, 'organization_id', o.id)`;

/** Null: no move concerns it. */
export function moveStateOf(organization_id: RawBuilder<number>): RawBuilder<MoveState | null> {
  return sql`(select ${MOVE_STATE} from organizations as o
    where o.id = ${organization_id} and ${IS_HELD})`;
}

/** Held in both databases while the command runs. */
export const MOVE_LOCK = sql`hashtext('allclear.move')`;

const IS_UNDER_WAY = sql<boolean>`(${IS_HELD} and o.moved_to is null)`;

/**
 * Whether workers may work for a page: its organization is not between two installations.
 * @param status_page_id a column; null belongs to no page
 * @param or_moved also where it has moved, and its hosts here redirect
 */
export function isAtHome(status_page_id: string, { or_moved = false } = {}): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(status_page_id)} <> all(array(
    select p.id from organizations as o join status_pages as p on p.organization_id = o.id
    where ${or_moved ? IS_UNDER_WAY : IS_HELD})), true)`;
}

/**
 * False for those that came with an organization that is still arriving: what they did would be
 * lost, or in the way. Names of columns.
 */
export function mayAct(user_id: string, organization_id?: string): RawBuilder<boolean> {
  const isOwn = organization_id ? sql`o.id = ${sql.ref(organization_id)} or` : sql``;
  return sql<boolean>`not exists (select from organizations as o
    where o.arriving_at is not null and (${isOwn} exists (select from move_ids as came
      where came.organization_id = o.id and came.name = 'users'
        and came.target_id = ${sql.ref(user_id)})))`;
}

export type Owned =
  | { readonly organization_id: number }
  | { readonly user_id: number; readonly organization_ids: readonly number[] };

/**
 * Called in the transaction that changes something. A move waits for the transactions that were
 * open when it began, and all later ones find it here. An account is copied with each of its
 * organizations, and stays when one has moved.
 * @throws {Moving} @throws {Moved}
 */
export async function checkAtHome(
  { has_claims }: Pick<Context, "has_claims">,
  trx: Trx,
  of: Owned,
): Promise<void> {
  if (has_claims) return;
  const isAccount = "organization_ids" in of;
  const ids = isAccount ? of.organization_ids : [of.organization_id];
  const { rows } = await sql<{ state: MoveState }>`
    select ${MOVE_STATE} as state from organizations as o
    where o.id = any(${ids}::bigint[]) and ${IS_HELD}
      and not (${isAccount} and o.moved_to is not null)
    limit 1`.execute(trx);
  requireChangeable(rows[0]?.state ?? null);
}

/** A move that nobody has gone on with for this long is abandoned. */
const ABANDONED = sql`interval '1 day'`;

/** Whether a program moves an organization from or to here, or could soon go on. */
export async function isMoveRunning(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from organizations as o
    where ${IS_UNDER_WAY} and (greatest(o.moving_at, o.arriving_at) > now() - ${ABANDONED}
      or exists (select from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and objid = (${MOVE_LOCK}::bigint & 4294967295)::oid))
    limit 1`.execute(db);
  return rows.length > 0;
}

type Abandoned = { id: number; state: "moving" | "arriving"; since: string };

export async function listAbandonedMoves(db: Db): Promise<Abandoned[]> {
  const { rows } = await sql<Abandoned>`
    select id, case when arriving_at is null then 'moving' else 'arriving' end as state,
      greatest(moving_at, arriving_at) as since
    from organizations as o
    where ${IS_UNDER_WAY} and greatest(o.moving_at, o.arriving_at) <= now() - ${ABANDONED}
    order by id`.execute(db);
  return rows;
}

export type OpenTransaction = { name: string; application: string; pid: number; age_s: number };

/**
 * Transactions of our programs that are open now: others, such as a backup, change nothing of ours.
 * DATABASE_URL may name the programs otherwise, and this one, too.
 * @param among only these
 */
export async function listOpenTransactions(
  db: Db,
  among: readonly OpenTransaction[] | null = null,
): Promise<OpenTransaction[]> {
  const names = among?.map(({ name }) => name) ?? null;
  const { rows } = await sql<OpenTransaction>`
    select distinct on (pid) virtualtransaction as name, application_name as application, pid,
      coalesce(round(extract(epoch from now() - xact_start)), 0)::integer as age_s
    from pg_locks join pg_stat_activity as session using (pid)
    where locktype = 'virtualxid' and granted and pid <> pg_backend_pid()
      and session.datname = current_database()
      and coalesce(session.backend_type, 'client backend') = 'client backend'
      and (application_name like 'allclear%'
        or application_name = current_setting('application_name'))
      and (${names}::text[] is null or virtualtransaction = any(${names}::text[]))
    order by pid`.execute(db);
  return rows;
}

/** Jobs whose tables no move copies. */
const NOT_COPIED: readonly JobName[] = ["prune-purges", "prune-sign-in-codes", "prune-throttles"];

/** Whether a job deletes rows that a move may be copying. */
export function isPruning(name: JobName): boolean {
  return name === "rotate-partitions" || (name.startsWith("prune-") && !NOT_COPIED.includes(name));
}

export type RunningJob = { name: JobName; age_s: number };

/** Jobs that prune now. The queue takes one for lost after four hours. */
export async function listPruning(db: Db): Promise<RunningJob[]> {
  if (!(await isQueueThere(db))) return [];
  const { rows } = await sql<RunningJob>`
    select task.identifier as name,
      round(extract(epoch from now() - job.locked_at))::integer as age_s
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where job.locked_at > now() - interval '4 hours' order by job.id`.execute(db);
  return rows.filter(({ name }) => isPruning(name));
}

/** Tables of pages whose rows a worker claims for as long as it works on them. */
export const CLAIMED = [
  ...["certificates", "domains", "metric_pulls", "notifications", "outbox", "webhook_deliveries"],
];

/** Whether a worker still sends or sets up what it claimed before. */
export async function hasClaims(db: Db, organizationId: number): Promise<boolean> {
  const claims = CLAIMED.map(
    (table) => sql`select from pages join ${sql.table(table)} as claimed
      on claimed.status_page_id = pages.id where claimed.claimed_until > now()`,
  );
  const { rows } = await sql<{ has: boolean }>`
    with pages as (select id from status_pages where organization_id = ${organizationId})
    select exists (${sql.join(claims, sql` union all `)}) as has`.execute(db);
  return rows[0]?.has ?? false;
}
