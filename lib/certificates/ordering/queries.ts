import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/auth/authorize.ts";
import type { Challenge, ChallengeKind } from "#lib/certificates/acme/order.ts";
import { RANKS } from "#lib/certificates/queries.ts";

export const LEASE_S = 15;
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

/** What there is to do: `orders` were placed within the hour. */
export type Work = { certificates: boolean; revocations: boolean; orders: number };

const FREE = sql`(claimed_until is null or claimed_until < now())`;
const HOUR = sql`interval '1 hour'`;

/** @returns nothing to do while the authority asked everybody here to wait */
export async function findWork(db: Db, directory_url: string): Promise<Work> {
  const { rows } = await sql<Work>`
    select
      awake.it and exists (select from certificates
        where source = 'acme' and due_at <= now() and ${FREE}) as certificates,
      awake.it and exists (select from certificate_revocations
        where due_at <= now() and ${FREE}) as revocations,
      (select count(*) from certificate_orders where ordered_at > now() - ${HOUR}) as orders
    from (select not exists (select from acme_accounts
      where directory_url = ${directory_url} and paused_until > now()) as it) as awake
  `.execute(db);
  return rows[0] ?? { certificates: false, revocations: false, orders: 0 };
}

type Claiming = {
  /** Who claims. */
  runner: string;
  limit: number;
  /** Whether new orders may be placed; else only what was begun goes on. */
  may_order: boolean;
};

/** Takes certificates that are due: the application's host first, then domains, then new pages. */
export async function claimCertificates(
  db: Db,
  _grant: ProgramGrant,
  { runner, limit, may_order }: Claiming,
): Promise<DueCertificate[]> {
  const { rows } = await sql<DueCertificate>`
    with due as (
      select id from certificates as c
      where source = 'acme' and due_at <= now() and ${FREE}
        and (${may_order} or order_url is not null or (chain is not null and renew_at > now()))
        and (order_url is not null or (select count(*) from certificate_orders as o
          where o.name = c.name and o.ordered_at > now() - ${HOUR}) < ${MOST_PLACED})
        and (select count(*) from certificate_orders as o
          where o.name = c.name and o.failed_at > now() - ${HOUR}) < ${MOST_FAILED}
      order by rank, case when rank = ${RANKS.subdomain} then id end desc, due_at
      limit ${limit} for update skip locked
    )
    update certificates as c
    set claimed_by = ${runner}, claimed_until = now() + ${LEASE_S} * interval '1 second'
    from due where c.id = due.id
    returning c.id, c.name, c.chain, c.directory_url, c.attempts, c.challenge, c.order_url,
      c.order_key, coalesce(c.chain is not null and c.renew_at > now(), false) as is_early,
      coalesce(c.chain is not null and c.not_after > now(), false) as holds,
      extract(epoch from c.renew_at)::float8 * 1000 as renew_ms`.execute(db);
  return rows;
}

/** Keeps what this process works on from others for a while longer. */
export async function keepClaims(db: Db, _grant: ProgramGrant, runner: string): Promise<void> {
  const until = sql`now() + ${LEASE_S} * interval '1 second'`;
  await sql`
    with kept as (
      update certificates set claimed_until = ${until} where claimed_by = ${runner}
    )
    update certificate_revocations set claimed_until = ${until}
    where claimed_by = ${runner}`.execute(db);
}

/**
 * Counts an order, if one more may be placed within the hour.
 * @param most 0: as many as are asked for
 * @returns whether it may be placed
 */
export async function countOrder(
  trx: Trx,
  _grant: ProgramGrant,
  { name, most }: { name: string; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('allclear.certificate_orders'))`.execute(trx);
  const { rows } = await sql`
    insert into certificate_orders (name)
    select ${name} where ${most} = 0 or ${most} > (
      select count(*) from certificate_orders where ordered_at > now() - ${HOUR}
    ) returning id`.execute(trx);
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
    where greatest(ordered_at, failed_at) < now() - interval '1 day'`.execute(db);
}
