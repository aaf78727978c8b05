import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { type Claim, type Claimed, claimRows } from "#lib/core/leases/queries.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { DomainTask, DriverState } from "#lib/domains/driver.ts";

export type DriverName = "cdn_a" | "cdn_b" | "edge";

export type DueDomain = DomainTask & {
  /** null: no step was taken yet. */
  driver: DriverName | null;
  phase: "configuring" | "active" | "leaving";
  attempts: number;
  /** Identifies one request among several for the same name. */
  asked: string;
  age_s: number;
};

/**
 * Claims domains whose next step is due. A name that is being removed from a provider waits until
 * one removal was attempted.
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
      and ${isAtHome("due.status_page_id")}
      and not (due.phase = 'configuring' and exists (
        select from domains as other where other.name = due.name and other.phase = 'leaving'
          and other.driver is not null and other.attempts = 0
      ))`,
    returning: sql`due.id, due.name, due.provider, due.token, due.state, due.status_page_id,
      due.organization_id, due.driver, due.phase, due.attempts, due.asked_at::text as asked,
      extract(epoch from now() - due.asked_at)::float8 as age_s`,
  });
}

/** Locks a claimed domain; undefined: the claim was lost. */
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

type StepOutcome = {
  due: DueDomain;
  by: string;
  state: DriverState;
  trouble: string | null;
  attempts: number;
  again_ms: number;
};

/**
 * Saves a step and ends the claim. If the domain was requested again meanwhile, the next step is
 * due now.
 */
export async function saveStep(db: Db, _grant: ProgramGrant, step: StepOutcome): Promise<void> {
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
 * Whether a page that owns the name still needs it set up.
 * @param driver null: any
 */
export async function isStillNeeded(
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

/** Checked before the engine and its drivers are loaded. */
export async function isAnyDomainDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from domains where due_at <= now() and phase in ('configuring', 'active', 'leaving')
    limit 1`.execute(db);
  return rows.length > 0;
}

type HostnameKey = Pick<DomainTask, "id" | "name"> & { hostname_id: string };

/**
 * Whether another domain row knows a custom hostname: one being removed that created it, or one in
 * use.
 */
export async function isHostnameKnown(
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
