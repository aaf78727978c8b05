import type { Insertable } from "kysely";
import type { Trx } from "#db/index.ts";
import type { ApiKeys } from "#db/types.ts";
import { hashToken, type KeyKind, newToken, tokenHint } from "#lib/auth/api-keys.ts";
import type { OrganizationGrant, UserGrant } from "#lib/auth/authorize.ts";

/** A new key; nobody ever sees its token again. */
export type NewKey = { id: number; token: string };

async function insertKey(trx: Trx, kind: KeyKind, values: Omit<Insertable<ApiKeys>, "token_hash" | "token_hint">): Promise<NewKey> {
  const token = newToken(kind);
  const { id } = await trx
    .insertInto("api_keys")
    .values({ ...values, token_hash: hashToken(token), token_hint: tokenHint(token) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token };
}

export async function insertOrganizationKey(trx: Trx, grant: OrganizationGrant, values: { name: string; role: string }): Promise<NewKey> {
  return insertKey(trx, "ok", { ...values, organization_id: grant.organization_id });
}

export async function insertUserKey(trx: Trx, grant: UserGrant, values: { name: string }): Promise<NewKey> {
  return insertKey(trx, "uk", { ...values, user_id: grant.user_id });
}
