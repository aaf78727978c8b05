import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { type Claim, claimRows } from "#lib/core/leases/queries.ts";
import type { Challenge, ChallengeKind } from "#lib/domains/acme/order.ts";
import { isAwake } from "#lib/domains/acme/queries.ts";
import { RANKS } from "#lib/domains/certificates/queries.ts";
import { env } from "#lib/platform/config/env.ts";

const SMALLEST = 10;

/** How many orders one organization may place, so that there are some left for the others. */
type Shares = {
  /** Of all kinds. */
  hour: number;
  /** First ones for its pages' hosts below PAGES_DOMAIN, of which authorities allow few. */
  week: number;
};

function orderShares(): Shares {
  const { ACME_ORDERS_PER_HOUR: hour, ACME_PAGES_PER_WEEK: week } = env();
  return {
    hour: hour === 0 ? Number.MAX_SAFE_INTEGER : Math.max(Math.ceil(hour / 2), SMALLEST),
    week: week === 0 ? Number.MAX_SAFE_INTEGER : week,
  };
}

const MOST_FAILED = 5;
/** Of one name within the hour: whoever has its orders hurried leaves the others theirs. */
const MOST_PLACED = 6;

/** A certificate to order, to renew, or to ask the authority about; the order's key is sealed. */
export type DueCertificate = {
  id: number;
  name: string;
  chain: string | null;
  directory_url: string | null;
  /** Whether it is not yet to be renewed: only the authority is asked when. */
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

/** The first one for a page's host below PAGES_DOMAIN: authorities bound these for everybody. */
function isShared(table: "c" | "due") {
  const { rank, chain } = { rank: sql.ref(`${table}.rank`), chain: sql.ref(`${table}.chain`) };
  return sql`(coalesce(${rank}, -1) = ${RANKS.subdomain} and ${chain} is null)`;
}

type Sql = RawBuilder<unknown>;

/** The organizations that placed as many orders as they may; found once for all rows. */
function whoPlaced(within: Sql, most: number, which: Sql = sql`true`): Sql {
  return sql`array(
    select organization_id from certificate_orders
    where organization_id is not null and ordered_at > now() - ${within} and ${which}
    group by organization_id having count(*) >= ${most})`;
}

/** How many orders a row's organization placed within the hour. */
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

type Wanted = {
  limit: number;
  directory_url: string;
  /** Whether new orders may be placed; else only what was begun goes on. */
  may_order: boolean;
};

/**
 * Claims certificates that are due: the application's host first, then domains, then new pages; of
 * those, whose organization had the fewest within the hour. None while the authority asked everybody
 * here to wait.
 */
export async function claimCertificates(
  db: Db,
  grant: ProgramGrant,
  claim: Claim,
  { limit, directory_url, may_order }: Wanted,
): Promise<DueCertificate[]> {
  const share = orderShares();
  return claimRows(db, grant, claim, {
    limit,
    where: sql`due.source = 'acme' and ${isAwake(sql`${directory_url}`)}
      and (due.order_url is not null or (due.chain is not null and due.renew_at > now())
        or (${may_order} and due.organization_id is null)
        or (${may_order} and due.organization_id <> all(${whoPlaced(HOUR, share.hour)})
          and not (${isShared("due")}
            and due.organization_id = any(${whoPlaced(WEEK, share.week, sql`is_shared`)}))))
      and (due.order_url is not null or (select count(*) from certificate_orders as o
        where o.name = due.name and o.ordered_at > now() - ${HOUR}) < ${MOST_PLACED})
      and (select count(*) from certificate_orders as o
        where o.name = due.name and o.failed_at > now() - ${HOUR}) < ${MOST_FAILED}`,
    order: sql`due.rank, ${PLACED}, case when due.rank = ${RANKS.subdomain} then due.id end desc, due.due_at`,
    returning: sql`due.id, due.name, due.chain, due.directory_url, due.attempts, due.challenge,
      due.order_url, due.order_key,
      coalesce(due.chain is not null and due.renew_at > now(), false) as is_early,
      coalesce(due.chain is not null and due.not_after > now(), false) as holds,
      extract(epoch from due.renew_at)::float8 * 1000 as renew_ms`,
  });
}

/**
 * Counts an order, if one more may be placed within the hour, and is not more than one
 * organization's share.
 * @param most 0: as many as are asked for
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

/** Notes that the authority looked at a name in vain. */
export async function noteFailedValidation(
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

/** Forgets what is of no use any more. */
export async function deleteOld(db: Db, _grant: ProgramGrant): Promise<void> {
  await sql`delete from certificate_challenges where expires_at < now()`.execute(db);
  await sql`
    delete from certificate_orders
    where greatest(ordered_at, failed_at) < now() - interval '8 days'`.execute(db);
}
