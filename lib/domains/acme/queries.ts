import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { type Claim, type Claimed, claimRows } from "#lib/core/leases/queries.ts";

/** An account at an authority; the key is encrypted. */
export type AccountRow = { private_key: string; account_url: string | null };

export async function findAccount(
  db: Db,
  _grant: ProgramGrant,
  directory_url: string,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom("acme_accounts")
    .select(["private_key", "account_url"])
    .where("directory_url", "=", directory_url)
    .executeTakeFirst();
}

/** Keeps the first of several concurrent accounts, and replaces only the `unusable` one. */
export async function insertAccount(
  db: Db,
  _grant: ProgramGrant,
  { directory_url, private_key }: { directory_url: string; private_key: string },
  unusable: string | null,
): Promise<void> {
  await sql`
    insert into acme_accounts as a (directory_url, private_key)
    values (${directory_url}, ${private_key})
    on conflict (directory_url) do update
    set private_key = excluded.private_key, account_url = null
    where a.private_key = ${unusable}`.execute(db);
}

export async function updateAccountUrl(
  db: Db,
  _grant: ProgramGrant,
  directory_url: string,
  account_url: string | null,
): Promise<void> {
  await db
    .updateTable("acme_accounts")
    .set({ account_url })
    .where("directory_url", "=", directory_url)
    .execute();
}

export function isNotPaused(directory_url: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select from acme_accounts as account
    where account.directory_url = ${directory_url} and account.paused_until > now())`;
}

/** Pauses all orders at an authority, on every node. */
export async function pauseAuthority(
  db: Db,
  _grant: ProgramGrant,
  { directory_url, seconds }: { directory_url: string; seconds: number },
): Promise<void> {
  await sql`
    update acme_accounts
    set paused_until = greatest(paused_until, now() + ${seconds} * interval '1 second')
    where directory_url = ${directory_url}`.execute(db);
}

export type DueRevocation = {
  id: number;
  name: string;
  chain: string;
  directory_url: string;
  attempts: number;
};

export async function claimRevocations(
  db: Db,
  grant: ProgramGrant,
  claim: Claim,
  limit: number,
): Promise<DueRevocation[]> {
  return claimRows(db, grant, claim, {
    limit,
    where: isNotPaused(sql`due.directory_url`),
    returning: sql`due.id, due.name, due.chain, due.directory_url, due.attempts`,
  });
}

export async function deleteRevocation(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
): Promise<void> {
  await db
    .deleteFrom("certificate_revocations")
    .where("id", "=", id)
    .where("claimed_by", "=", by)
    .execute();
}

export async function postponeRevocation(
  db: Db,
  _grant: ProgramGrant,
  { id, by }: Claimed,
  pause_s: number,
): Promise<void> {
  await sql`
    update certificate_revocations set attempts = attempts + 1, claimed_by = null,
      claimed_until = null, due_at = now() + ${pause_s} * interval '1 second'
    where id = ${id} and claimed_by = ${by}`.execute(db);
}
