import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { type Claim, type Claimed, claimRows } from "#lib/core/leases/queries.ts";
import type { DomainTask, DriverState } from "#lib/domains/driver.ts";

export type DriverName = "cdn_a" | "cdn_b" | "edge";

/** A domain whose next step is due, claimed by one worker. */
export type DueDomain = DomainTask & {
  /** null: nothing was done for it yet */
  driver: DriverName | null;
  phase: "configuring" | "active" | "leaving";
  attempts: number;
  /** When it was asked for, to tell one time from the next. */
  asked: string;
  /** Seconds since then. */
  age_s: number;
};

/**
 * Claims domains whose next step is due. A name that is being taken away from a provider is not set
 * up before that was tried once.
 */
export async function claimDomains(
  db: Db,
  grant: ProgramGrant,
  claim: Claim,
  limit: number,
): Promise<DueDomain[]> {
  return claimRows(db, grant, claim, {
    limit,
    where: sql`due.phase in ('configuring', 'active', 'leaving')
      and not (due.phase = 'configuring' and exists (
        select from domains as other where other.name = due.name and other.phase = 'leaving'
          and other.driver is not null and other.attempts = 0
      ))`,
    returning: sql`due.id, due.name, due.provider, due.token, due.state, due.status_page_id,
      due.organization_id, due.driver, due.phase, due.attempts, due.asked_at::text as asked,
      extract(epoch from now() - due.asked_at)::float8 as age_s`,
  });
}

/** Whether a worker still has its claim; nobody else gets it before the transaction ends. */
export async function lockClaimed(
  trx: Trx,
  _grant: ProgramGrant,
  { id, by }: Claimed,
): Promise<{ phase: string; asked: string } | undefined> {
  const { rows } = await sql<{ phase: string; asked: string }>`
    select phase, asked_at::text as asked from domains
    where id = ${id} and claimed_by = ${by} for update`.execute(trx);
  return rows[0];
}

type Written = {
  due: DueDomain;
  by: string;
  state: DriverState;
  trouble: string | null;
  attempts: number;
  again_ms: number;
};

/**
 * Writes what came of a step, and gives up the claim. If something else is to be done by now, that
 * is due at once.
 */
export async function writeStep(db: Db, _grant: ProgramGrant, step: Written): Promise<void> {
  const { due, by, trouble, attempts, again_ms } = step;
  const { id, driver, asked } = due;
  const phases = due.phase === "leaving" ? ["leaving"] : ["configuring", "active", "failed"];
  const isCurrent = sql`(phase = any(${phases}) and asked_at::text = ${asked})`;
  await sql`
    update domains set driver = ${driver}, state = ${JSON.stringify(step.state)}::jsonb,
      trouble = ${trouble}, attempts = case when ${isCurrent} then ${attempts}::integer else 0 end,
      claimed_by = null, claimed_until = null,
      due_at = case when ${isCurrent} then
        now() + ${again_ms}::float8 * interval '1 millisecond' else now() end
    where id = ${id} and claimed_by = ${by}`.execute(db);
}

/** What is taken away is forgotten. */
export async function deleteDomain(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
): Promise<void> {
  await db
    .deleteFrom("domains")
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .where("phase", "=", "leaving")
    .execute();
}

/**
 * Whether a name is set up once more, for whichever page has it: not for one that only asked for it
 * in vain.
 * @param driver by which; null: by whichever
 */
export async function isSetUpAnew(
  db: Db,
  _grant: ProgramGrant,
  { name, driver }: Pick<DueDomain, "name" | "driver">,
): Promise<boolean> {
  const { rows } = await sql`
    select from domains as d join addresses as a
      on a.status_page_id = d.status_page_id and a.name = d.name and a.redirects_until is null
    where d.name = ${name} and d.phase <> 'leaving'
      and (${driver}::text is null or d.driver = ${driver})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether anything is to be done soon: what does it is not loaded before. */
export async function isAnyDomainDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from domains where due_at <= now() and phase in ('configuring', 'active', 'leaving')
    limit 1`.execute(db);
  return rows.length > 0;
}

type HostnameKey = Pick<DomainTask, "id" | "name"> & { hostname_id: string };

/**
 * Whether a custom hostname is known beside a domain: by one that made it and leaves it, or by one
 * that does not.
 */
export async function isRemembered(
  db: Db,
  _grant: ProgramGrant,
  { id, name, hostname_id }: HostnameKey,
  { isLeaving }: { isLeaving: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from domains
    where name = ${name} and id <> ${id} and driver = 'cdn_a'
      and (phase = 'leaving') = ${isLeaving}
      -- one that died before it could note what it made knows it by the name
      and coalesce(state ->> 'hostname_id' = ${hostname_id}, ${isLeaving})
      and (not ${isLeaving} or (state ->> 'is_begun')::boolean)
    limit 1`.execute(db);
  return rows.length > 0;
}
