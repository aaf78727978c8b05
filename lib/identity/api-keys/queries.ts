import type { Insertable, Selectable } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { ApiKeys } from "#db/types.ts";
import type { OrganizationGrant, UserGrant } from "#lib/core/access/authorize.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { hashToken, type KeyKind, newToken, tokenHint } from "#lib/core/access/tokens.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type ApiKeyRow = Selectable<ApiKeys>;

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
    .executeTakeFirstOrThrow();
  return { ...row, token };
}

export async function insertOrganizationKey(
  trx: Trx,
  grant: OrganizationGrant,
  values: { name: string; role: Role; created_by: number | null },
): Promise<NewKey> {
  return insertKey(trx, "ok", { ...values, organization_id: grant.organization_id });
}

export async function insertUserKey(
  trx: Trx,
  grant: UserGrant,
  values: { name: string },
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
    .where("organization_id", "=", grant.organization_id)
    .where("revoked_at", "is", null);
  return readList(db, keys, slice, { order: BY_ID, count: countAll(db, keys), answer });
}

/** Someone who leaves may still know the keys they created. */
export async function revokeKeysMadeBy(
  trx: Trx,
  grant: OrganizationGrant,
  userId: number,
  revoked_at: string,
): Promise<void> {
  await trx
    .updateTable("api_keys")
    .set({ revoked_at })
    .where("organization_id", "=", grant.organization_id)
    .where("created_by", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

export async function listUserKeyRows(db: Db, grant: UserGrant): Promise<ApiKeyRow[]> {
  return db
    .selectFrom("api_keys")
    .selectAll()
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
): Promise<ApiKeyRow[]> {
  return trx
    .updateTable("api_keys")
    .set({ revoked_at })
    .where("user_id", "=", grant.user_id)
    .where("revoked_at", "is", null)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .returningAll()
    .execute();
}

/** @throws {AppError} `not_found` when there is no such key that works */
export async function revokeKey(
  trx: Trx,
  grant: OrganizationGrant,
  id: number,
  revoked_at: string,
): Promise<ApiKeyRow> {
  const row = await trx
    .updateTable("api_keys")
    .set({ revoked_at })
    .where("organization_id", "=", grant.organization_id)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
