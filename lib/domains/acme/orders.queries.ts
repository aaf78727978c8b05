import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { type Claim, claimRows } from "#lib/core/leases/queries.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { Challenge, ChallengeKind } from "#lib/domains/acme/order.ts";
import { isNotPaused } from "#lib/domains/acme/queries.ts";
import { RANKS } from "#lib/domains/certificates/queries.ts";
import { env } from "#lib/platform/config/env.ts";

const SMALLEST = 10;

/** Maximum orders of one organization, so that others get their share. */
type Shares = {
  hour: number;
  /**
   * First orders for page hosts below PAGES_DOMAIN: authorities limit these per registered domain.
   */
  week: number;
};

function orderShares(): Shares {
  const { ACME_ORDERS_PER_HOUR: hour, ACME_PAGES_PER_WEEK: week } = env();
  return {
    hour: hour === 0 ? Number.MAX_SAFE_INTEGER : Math.max(Math.ceil(hour / 2), SMALLEST),
    week: week === 0 ? Number.MAX_SAFE_INTEGER : week,
  };
}

const MAX_FAILED = 5;
/** Maximum orders of one name per hour: retries of one name must not use up the others' share. */
const MAX_PLACED = 6;

/** A certificate to order, to renew, or to plan; the order's key is encrypted. */
export type DueCertificate = {
  id: number;
  name: string;
  chain: string | null;
  directory_url: string | null;
  /** Not due for renewal yet: only the authority's renewal window is fetched. */
  is_early: boolean;
  renew_ms: number | null;
  holds: boolean;
  attempts: number;
  challenge: ChallengeKind;
  order_url: string | null;
  order_key: string | null;
};

const HOUR = sql`interval '1 hour'`;
const WEEK = sql`interval '7 days'`;

/**
 * Whether it is a first order below PAGES_DOMAIN: authorities limit these for all pages together.
 */
function isShared(table: "c" | "due") {
  const { rank, chain } = { rank: sql.ref(`${table}.rank`), chain: sql.ref(`${table}.chain`) };
  return sql`(coalesce(${rank}, -1) = ${RANKS.subdomain} and ${chain} is null)`;
}

type Sql = RawBuilder<unknown>;

/** Organizations that reached a limit; one subquery for all rows, not one per row. */
function organizationsAtLimit(within: Sql, most: number, which: Sql = sql`true`): Sql {
  return sql`array(
    select organization_id from certificate_orders
    where organization_id is not null and ordered_at > now() - ${within} and ${which}
    group by organization_id having count(*) >= ${most})`;
}

const PLACED = sql`coalesce(((
  select jsonb_object_agg(organization_id, placed) from (
    select organization_id, count(*) as placed from certificate_orders
    where organization_id is not null and ordered_at > now() - ${HOUR} group by organization_id
  ) as o) ->> due.organization_id::text)::bigint, 0)`;

export async function countOrders(db: Db, _grant: ProgramGrant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from certificate_orders
    where ordered_at > now() - ${HOUR}`.execute(db);
  return rows[0]?.count ?? 0;
}

type ClaimOptions = {
  limit: number;
  directory_url: string;
  /** Whether new orders may be placed; otherwise only unfinished ones continue. */
  may_order: boolean;
};

/**
 * Claims due certificates: the application's host first, then custom domains, then new pages;
 * within a rank, organizations with the fewest recent orders first. Claims none while the authority
 * is paused.
 */
export async function claimCertificates(
  db: Db,
  grant: ProgramGrant,
  claim: Claim,
  { limit, directory_url, may_order }: ClaimOptions,
): Promise<DueCertificate[]> {
  const share = orderShares();
  return claimRows(db, grant, claim, {
    limit,
    where: sql`due.source = 'acme' and ${isAtHome("due.status_page_id", { or_moved: true })}
      and ${isNotPaused(sql`${directory_url}`)}
      and (due.order_url is not null or (due.chain is not null and due.renew_at > now())
        or (${may_order} and due.organization_id is null)
        or (${may_order} and due.organization_id <> all(${organizationsAtLimit(HOUR, share.hour)})
          and not (${isShared("due")}
            and due.organization_id = any(${organizationsAtLimit(WEEK, share.week, sql`is_shared`)}))))
      and (due.order_url is not null or (select count(*) from certificate_orders as o
        where o.name = due.name and o.ordered_at > now() - ${HOUR}) < ${MAX_PLACED})
      and (select count(*) from certificate_orders as o
        where o.name = due.name and o.failed_at > now() - ${HOUR}) < ${MAX_FAILED}`,
    order: sql`due.rank, ${PLACED}, case when due.rank = ${RANKS.subdomain} then due.id end desc, due.due_at`,
    returning: sql`due.id, due.name, due.chain, due.directory_url, due.attempts, due.challenge,
      due.order_url, due.order_key,
      coalesce(due.chain is not null and due.renew_at > now(), false) as is_early,
      coalesce(due.chain is not null and due.not_after > now(), false) as holds,
      extract(epoch from due.renew_at)::float8 * 1000 as renew_ms`,
  });
}

/**
 * Counts an order unless the hourly limit or the organization's share is used up.
 * @param most 0: unlimited
 * @returns whether it may be placed
 */
export async function countOrder(
  trx: Trx,
  _grant: ProgramGrant,
  { name, most }: { name: string; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('allclear.certificate_orders'))`.execute(trx);
  const share = orderShares();
  const { rows } = await sql`
    insert into certificate_orders (name, organization_id, is_shared)
    select ${name}, c.organization_id, ${isShared("c")}
    from (select) as one left join certificates as c on c.name = ${name}
    where (${most} = 0 or ${most} > (
        select count(*) from certificate_orders where ordered_at > now() - ${HOUR}))
      and ${share.hour} > (select count(*) from certificate_orders as o
        where o.organization_id = c.organization_id and ordered_at > now() - ${HOUR})
      and (not ${isShared("c")} or ${share.week} > (
        select count(*) from certificate_orders as o
        where o.organization_id = c.organization_id and is_shared and ordered_at > now() - ${WEEK}))
    returning id`.execute(trx);
  return rows.length > 0;
}

export async function recordFailedValidation(
  db: Db,
  _grant: ProgramGrant,
  name: string,
): Promise<void> {
  await sql`
    insert into certificate_orders (name, ordered_at, failed_at)
    values (${name}, '-infinity', now())`.execute(db);
}

export async function insertChallenge(
  db: Db,
  _grant: ProgramGrant,
  { token, kind, key_authorization, chain, key }: Challenge,
  { name, seconds }: { name: string; seconds: number },
): Promise<void> {
  const values = {
    name,
    kind,
    key_authorization,
    chain,
    private_key: key,
    expires_at: sql<string>`now() + ${seconds} * interval '1 second'`,
  };
  await db
    .insertInto("certificate_challenges")
    .values({ token, ...values })
    .onConflict((conflict) => conflict.column("token").doUpdateSet(values))
    .execute();
}

export async function deleteChallenge(db: Db, _grant: ProgramGrant, token: string): Promise<void> {
  await db.deleteFrom("certificate_challenges").where("token", "=", token).execute();
}

export async function deleteOld(db: Db, _grant: ProgramGrant): Promise<void> {
  await sql`delete from certificate_challenges where expires_at < now()`.execute(db);
  await sql`
    delete from certificate_orders
    where greatest(ordered_at, failed_at) < now() - interval '8 days'`.execute(db);
}
