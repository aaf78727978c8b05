import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/auth/authorize.ts";
import type { Challenge, ChallengeKind } from "#lib/certificates/acme/order.ts";
import { isAwake } from "#lib/certificates/acme/queries.ts";
import { RANKS } from "#lib/certificates/queries.ts";
import { type Claim, claimRows } from "#lib/leases/queries.ts";

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
 * Claims certificates that are due: the application's host first, then domains, then new pages. None
 * while the authority asked everybody here to wait.
 */
export async function claimCertificates(
  db: Db,
  grant: ProgramGrant,
  claim: Claim,
  { limit, directory_url, may_order }: Wanted,
): Promise<DueCertificate[]> {
  return claimRows(db, grant, claim, {
    limit,
    where: sql`due.source = 'acme' and ${isAwake(sql`${directory_url}`)}
      and (${may_order} or due.order_url is not null
        or (due.chain is not null and due.renew_at > now()))
      and (due.order_url is not null or (select count(*) from certificate_orders as o
        where o.name = due.name and o.ordered_at > now() - ${HOUR}) < ${MOST_PLACED})
      and (select count(*) from certificate_orders as o
        where o.name = due.name and o.failed_at > now() - ${HOUR}) < ${MOST_FAILED}`,
    order: sql`due.rank, case when due.rank = ${RANKS.subdomain} then due.id end desc, due.due_at`,
    returning: sql`due.id, due.name, due.chain, due.directory_url, due.attempts, due.challenge,
      due.order_url, due.order_key,
      coalesce(due.chain is not null and due.renew_at > now(), false) as is_early,
      coalesce(due.chain is not null and due.not_after > now(), false) as holds,
      extract(epoch from due.renew_at)::float8 * 1000 as renew_ms`,
  });
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
