import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Users } from "#db/types.ts";
import type { ProgramGrant, UserGrant } from "#lib/core/access/authorize.ts";
import { mayAct } from "#lib/core/moves/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

export type UserRow = Selectable<Users>;

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function lockUser(trx: Trx, { user_id }: UserGrant): Promise<void> {
  await trx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().execute();
}

function withEmail(db: Db, email: string) {
  const users = db.selectFrom("users").selectAll();
  return users.where(sql`lower(email)`, "=", email.toLowerCase());
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return withEmail(db, email).where(mayAct("users.id")).executeTakeFirst();
}

/** `roles`: `owner of organization 1`, `viewer of page acme`. */
export type ListedUser = { id: number; email: string; roles: string[] };

export async function listUserRows(
  db: Db,
  _grant: ProgramGrant,
  organization_id?: number,
): Promise<ListedUser[]> {
  const where = sql`case when m.status_page_id is null then 'organization ' || m.organization_id
    else 'page ' || p.subdomain end`;
  return db
    .selectFrom("users as u")
    .leftJoin("memberships as m", "m.user_id", "u.id")
    .leftJoin("status_pages as p", "p.id", "m.status_page_id")
    .select(["u.id", "u.email"])
    .select(
      sql<string[]>`coalesce(array_agg(m.role || ' of ' || ${where} order by m.id)
        filter (where m.id is not null), '{}')`.as("roles"),
    )
    .$if(organization_id !== undefined, (query) =>
      query.where("m.organization_id", "=", organization_id ?? 0),
    )
    .groupBy("u.id")
    .orderBy("u.id")
    .execute();
}

/** @returns undefined when the address has an account */
export async function insertUser(
  trx: Trx,
  values: Insertable<Users>,
): Promise<UserRow | undefined> {
  return trx
    .insertInto("users")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updatePassword(
  trx: Trx,
  grant: UserGrant,
  password_hash: string,
  updated_at: string,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ password_hash, updated_at })
    .where("id", "=", grant.user_id)
    .execute();
}

export async function updateProfileRow(
  trx: Trx,
  grant: UserGrant,
  values: { name: string; locale: string | null; updated_at: string },
): Promise<void> {
  await trx.updateTable("users").set(values).where("id", "=", grant.user_id).execute();
}

export async function forgetPassword(
  trx: Trx,
  grant: UserGrant,
  updated_at: string,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ password_hash: null, updated_at })
    .where("id", "=", grant.user_id)
    .execute();
}

export async function confirmEmail(trx: Trx, grant: UserGrant): Promise<void> {
  await trx
    .updateTable("users")
    .set({ email_confirmed: true })
    .where("id", "=", grant.user_id)
    .execute();
}

export async function touchSignIn(trx: Trx, grant: UserGrant, at: string): Promise<void> {
  await trx
    .updateTable("users")
    .set(({ ref }) => ({ last_sign_in_at: ref("current_sign_in_at"), current_sign_in_at: at }))
    .where("id", "=", grant.user_id)
    .execute();
}

/** @returns false when another account has the address */
export async function updateEmail(
  trx: Trx,
  grant: UserGrant,
  email: string,
  updated_at: string,
): Promise<boolean> {
  const other = await withEmail(trx, email).executeTakeFirst();
  if (other && other.id !== grant.user_id) return false;
  await trx
    .updateTable("users")
    .set({ email, updated_at })
    .where("id", "=", grant.user_id)
    .execute();
  return true;
}

/** Links to a new address that were made until now end. */
export async function endAddressLinks(trx: Trx, grant: UserGrant): Promise<void> {
  await trx
    .updateTable("users")
    .set({ address_stopped_at: wireNow() })
    .where("id", "=", grant.user_id)
    .execute();
}

export async function deleteUser(trx: Trx, grant: UserGrant): Promise<void> {
  await trx.deleteFrom("users").where("id", "=", grant.user_id).execute();
}

export async function deleteIdentities(trx: Trx, grant: UserGrant): Promise<void> {
  await trx.deleteFrom("oidc_identities").where("user_id", "=", grant.user_id).execute();
}
