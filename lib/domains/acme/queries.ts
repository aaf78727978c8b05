import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

/** An account at an authority; the key is sealed. */
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

/** Of several processes at once the first one's is kept, unless that is the unusable one. */
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

/** Whether an authority has not asked everybody here to wait. */
export function isAwake(directory_url: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select from acme_accounts as account
    where account.directory_url = ${directory_url} and account.paused_until > now())`;
}

/** Has everybody here wait before asking the authority again. */
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
