import { type Insertable, type Selectable, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { ApiKeys } from "#db/types.ts";
import type { OrganizationGrant, UserGrant } from "#lib/core/access/authorize.ts";
import { permissionsOf, type Role, rolesWithin } from "#lib/core/access/permissions.ts";
import { hashToken, type KeyKind, newToken, tokenHint } from "#lib/core/access/tokens.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/** `subdomain`: of the only page that the key is for. */
export type ApiKeyRow = Selectable<ApiKeys> & { subdomain: string | null };

const SUBDOMAIN = sql<string | null>`(
  select subdomain from status_pages where id = api_keys.status_page_id
)`.as("subdomain");

/** `token`: only its hash is stored. */
export type NewKey = ApiKeyRow & { token: string };

async function insertKey(
  trx: Trx,
  kind: KeyKind,
  values: Omit<Insertable<ApiKeys>, "token_hash" | "token_hint">,
): Promise<NewKey> {
  const token = newToken(kind);
  const row = await trx
    .insertInto("api_keys")
    .values({ ...values, token_hash: hashToken(token), token_hint: tokenHint(token) })
    .returningAll()
    .returning(SUBDOMAIN)
    .executeTakeFirstOrThrow();
  return { ...row, token };
}

type OrganizationKeyValues = Pick<
  Insertable<ApiKeys>,
  "name" | "role" | "expires_at" | "status_page_id" | "permissions" | "created_by"
>;

export async function insertOrganizationKey(
  trx: Trx,
  grant: OrganizationGrant,
  values: OrganizationKeyValues,
): Promise<NewKey> {
  return insertKey(trx, "ok", { ...values, organization_id: grant.organization_id });
}

export async function insertUserKey(
  trx: Trx,
  grant: UserGrant,
  values: { name: string; expires_at?: string | null },
): Promise<NewKey> {
  return insertKey(trx, "uk", { ...values, user_id: grant.user_id });
}

const BY_ID: Order = { columns: ["id"], direction: "asc" };

export async function listApiKeyRows<Answered>(
  db: Db,
  grant: OrganizationGrant,
  slice: Slice,
  answer: Answer<ApiKeyRow, Answered>,
): Promise<Listed<Answered>> {
  const keys = db
    .selectFrom("api_keys")
    .selectAll()
    .select(SUBDOMAIN)
    .where("organization_id", "=", grant.organization_id)
    .where("revoked_at", "is", null);
  return readList(db, keys, slice, { order: BY_ID, count: countAll(db, keys), answer });
}

/**
 * Someone who leaves, or has another role now, may still know the keys they created.
 * @param role keys stay that may do no more; null: none stays
 * @returns how many
 */
export async function revokeKeysMadeBy(
  trx: Trx,
  grant: OrganizationGrant,
  { user_id, role }: { user_id: number; role: Role | null },
): Promise<number> {
  const roles = role ? rolesWithin(role) : [];
  const permissions = role ? permissionsOf(role) : [];
  const { rows } = await sql`
    update api_keys set revoked_at = ${wireNow()}::timestamptz
    where organization_id = ${grant.organization_id} and created_by = ${user_id}
      and revoked_at is null and role <> all(${roles}::text[])
      and (permissions <@ ${permissions}::text[]) is not true
    returning id`.execute(trx);
  return rows.length;
}

/**
 * Revokes what the user knows: their own keys, and those they made for their organizations. The
 * caller holds `lockAccess`.
 */
export async function revokeKnownKeys(
  trx: Trx,
  { user_id }: UserGrant,
  revoked_at: string,
): Promise<number> {
  const organizations = trx
    .selectFrom("memberships")
    .select("organization_id")
    .where("user_id", "=", user_id);
  const rows = await trx
    .updateTable("api_keys")
    .set({ revoked_at })
    .where("revoked_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("user_id", "=", user_id),
        eb("created_by", "=", user_id).and("organization_id", "in", organizations),
      ]),
    )
    .returning("id")
    .execute();
  return rows.length;
}

export async function listUserKeyRows(db: Db, grant: UserGrant): Promise<ApiKeyRow[]> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .select(SUBDOMAIN)
    .where("user_id", "=", grant.user_id)
    .where("revoked_at", "is", null)
    .orderBy("id")
    .execute();
}

export async function revokeUserKeys(
  trx: Trx,
  grant: UserGrant,
  revoked_at: string,
  id?: number,
): Promise<Selectable<ApiKeys>[]> {
  return trx
    .updateTable("api_keys")
    .set({ revoked_at })
    .where("user_id", "=", grant.user_id)
    .where("revoked_at", "is", null)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .returningAll()
    .execute();
}

/** @throws {AppError} `not_found` when there is no such key, or it is revoked */
export async function lockKey(
  trx: Trx,
  grant: OrganizationGrant,
  id: number,
): Promise<Selectable<ApiKeys>> {
  const row = await trx
    .selectFrom("api_keys")
    .selectAll()
    .where("organization_id", "=", grant.organization_id)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` when there is no such key, or it is revoked */
export async function endKey(
  trx: Trx,
  grant: OrganizationGrant,
  id: number,
  set: { revoked_at: string } | { expires_at: string; renewed_at: string },
): Promise<Selectable<ApiKeys>> {
  const row = await trx
    .updateTable("api_keys")
    .set(set)
    .where("organization_id", "=", grant.organization_id)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
