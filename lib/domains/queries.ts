import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/auth/authorize.ts";
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

type Claim = { by: string; lease_ms: number };

function lease({ lease_ms }: Claim) {
  return sql`now() + ${lease_ms}::float8 * interval '1 millisecond'`;
}

/**
 * Takes domains whose next step is due, each for one worker until its lease ends. A name that is
 * being taken away from a provider is not set up before that was tried once.
 * @param busy what the worker has under way, be its lease over or not
 */
export async function claimDomains(
  db: Db,
  _grant: ProgramGrant,
  { limit, busy, ...claim }: Claim & { limit: number; busy: readonly number[] },
): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    with due as (
      select d.id from domains as d
      where d.due_at <= now() and d.phase in ('configuring', 'active', 'leaving')
        and (d.claimed_until is null or d.claimed_until <= now())
        and d.id <> all(${busy}::bigint[])
        and not (d.phase = 'configuring' and exists (
          select from domains as other where other.name = d.name and other.phase = 'leaving'
            and other.driver is not null and other.attempts = 0
        ))
      order by d.due_at limit ${limit} for update of d skip locked
    )
    update domains as d set claimed_by = ${claim.by}, claimed_until = ${lease(claim)}
    from due where d.id = due.id
    returning d.id as domain_id, d.name, d.provider, d.token, d.state, d.status_page_id,
      d.organization_id, d.driver, d.phase, d.attempts, d.asked_at::text as asked,
      extract(epoch from now() - d.asked_at)::float8 as age_s`.execute(db);
  return rows;
}

/** Goes on with what a worker has under way; a claim that it could not give up ends. */
export async function keepClaims(
  db: Db,
  _grant: ProgramGrant,
  { busy, ...claim }: Claim & { busy: readonly number[] },
): Promise<void> {
  await sql`
    update domains set claimed_until = ${lease(claim)}
    where id in (
      select id from domains where claimed_by = ${claim.by} and id = any(${busy}::bigint[])
      for update skip locked
    )`.execute(db);
}

/** Whether a worker still has its claim; nobody else gets it before the transaction ends. */
export async function lockClaimed(
  trx: Trx,
  _grant: ProgramGrant,
  { domain_id, by }: { domain_id: number; by: string },
): Promise<{ phase: string; asked: string } | undefined> {
  const { rows } = await sql<{ phase: string; asked: string }>`
    select phase, asked_at::text as asked from domains
    where id = ${domain_id} and claimed_by = ${by} for update`.execute(trx);
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
  const { domain_id, driver, asked } = due;
  const phases = due.phase === "leaving" ? ["leaving"] : ["configuring", "active", "failed"];
  const isCurrent = sql`(phase = any(${phases}) and asked_at::text = ${asked})`;
  await sql`
    update domains set driver = ${driver}, state = ${JSON.stringify(step.state)}::jsonb,
      trouble = ${trouble}, attempts = case when ${isCurrent} then ${attempts}::integer else 0 end,
      claimed_by = null, claimed_until = null,
      due_at = case when ${isCurrent} then
        now() + ${again_ms}::float8 * interval '1 millisecond' else now() end
    where id = ${domain_id} and claimed_by = ${by}`.execute(db);
}

/** What is taken away is forgotten. */
export async function deleteDomain(
  db: Db,
  _grant: ProgramGrant,
  { domain_id, by }: { domain_id: number; by: string },
): Promise<void> {
  await db
    .deleteFrom("domains")
    .where("id", "=", domain_id)
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

/** Lets others have a name that does not show the page. @returns whether they may have it now */
export async function releaseName(trx: Trx, grant: PageGrant, name: string): Promise<boolean> {
  const released = await trx
    .deleteFrom("addresses")
    .where("status_page_id", "=", grant.status_page_id)
    .where("name", "=", name)
    .where("kind", "=", "custom")
    .where("is_active", "=", false)
    .returning("id")
    .executeTakeFirst();
  return released !== undefined;
}

/**
 * Has what a driver made for a domain taken away, so that whoever asks for the name next finds
 * nothing of it. Asked for anew, the domain begins from nothing.
 */
export async function takeAway(
  trx: Trx,
  _grant: PageGrant,
  { domain_id }: Pick<DueDomain, "domain_id">,
): Promise<void> {
  await sql`
    insert into domains
      (status_page_id, organization_id, name, provider, token, driver, state, phase)
    select status_page_id, organization_id, name, provider, token, driver, state, 'leaving'
    from domains where id = ${domain_id} and driver is not null`.execute(trx);
  await sql`
    update domains set driver = null, state = '{}', proven_at = null
    where id = ${domain_id}`.execute(trx);
}

/** Whether anything is to be done soon: what does it is not loaded before. */
export async function isAnyDomainDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from domains where due_at <= now() and phase in ('configuring', 'active', 'leaving')
    limit 1`.execute(db);
  return rows.length > 0;
}
