import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Claimed } from "#lib/core/leases/queries.ts";
import type { ChallengeKind } from "#lib/domains/acme/order.ts";

/** An issued certificate; the key is encrypted, times are wire times. */
type NewCertificate = {
  name: string;
  chain: string;
  private_key: string;
  issuer: string | null;
  serial: string;
  not_before: string;
  not_after: string;
  directory_url: string;
  renew_at: string;
  due_at: string;
};

/**
 * Saves an issued certificate, or schedules its revocation if it is no longer wanted.
 * @returns whether it is in use now
 */
export async function saveIssued(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
  { name, ...issued }: NewCertificate,
): Promise<boolean> {
  const kept = await db
    .updateTable("certificates")
    .set({
      ...issued,
      error: null,
      attempts: 0,
      order_url: null,
      order_key: null,
      challenge: "http-01",
      claimed_by: null,
      claimed_until: null,
      changed_at: sql<string>`now()`,
    })
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .where("source", "=", "acme")
    .returning("id")
    .executeTakeFirst();
  if (kept) return true;
  await sql`
    insert into certificate_revocations (name, chain, private_key, directory_url)
    select ${name}, ${issued.chain}, ${issued.private_key}, ${issued.directory_url}
    where not exists (select from certificates where name = ${name} and source = 'acme')
  `.execute(db);
  return false;
}

export async function saveOrder(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
  order: { order_url: string; order_key: string },
): Promise<void> {
  await db
    .updateTable("certificates")
    .set(order)
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .execute();
}

type Failure = {
  error: string;
  pause_s: number;
  challenge: ChallengeKind;
  is_over: boolean;
};

export async function saveFailure(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
  { error, pause_s, challenge, is_over }: Failure,
): Promise<void> {
  await sql`
    update certificates set error = ${error}, attempts = attempts + 1, challenge = ${challenge},
      due_at = now() + ${pause_s} * interval '1 second', claimed_by = null, claimed_until = null,
      order_url = case when not ${is_over} then order_url end,
      order_key = case when not ${is_over} then order_key end
    where id = ${id} and claimed_by = ${by}`.execute(db);
}

/** Ends the claim; `due_at`, `renew_at`: wire times. */
export async function release(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
  plan: { due_at?: string; renew_at?: string },
): Promise<void> {
  await db
    .updateTable("certificates")
    .set({ ...plan, claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .execute();
}
