import type { Listed, Slice } from "#db/keyset.ts";
import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import {
  type ApiKeyRow,
  insertOrganizationKey,
  listApiKeyRows,
  revokeKey,
} from "#lib/identity/api-keys/queries.ts";
import type { ApiKey, CreateOrganizationKey, NewApiKey } from "#lib/identity/api-keys/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";

type ApiKeyTarget = OrganizationTarget & { api_key_id: number };

export async function listApiKeys(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
): Promise<Listed<ApiKey>> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return listApiKeyRows(ctx.db, grant, slice, (rows) => rows.map(serializeApiKey));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function createOrganizationKey(
  ctx: Context,
  target: OrganizationTarget,
  input: CreateOrganizationKey,
): Promise<NewApiKey> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  return changeOrganization(ctx, grant, async (trx) => {
    const { name, role = "admin" } = input;
    const created_by = ctx.actor.kind === "user" ? ctx.actor.user_id : null;
    const { token, ...row } = await insertOrganizationKey(trx, grant, { name, role, created_by });
    return {
      result: { ...serializeApiKey(row), token },
      audit: {
        action: "api_key.create",
        subject_id: row.id,
        changes: { name, role },
      },
      events: [],
    };
  });
}

/** Every process refuses the key from its next request on. @throws `not_found`, `forbidden` */
export async function revokeApiKey(ctx: Context, target: ApiKeyTarget): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  await changeOrganization(ctx, grant, async (trx) => {
    const key = await revokeKey(trx, grant, target.api_key_id, wireNow());
    return {
      result: undefined,
      audit: {
        action: "api_key.revoke",
        subject_id: key.id,
        changes: { name: key.name },
      },
      events: [],
    };
  });
}

function serializeApiKey({
  id,
  name,
  role,
  token_hint,
  last_used_at,
  inserted_at,
}: ApiKeyRow): ApiKey {
  return { id, name, role: role as ApiKey["role"], hint: token_hint, last_used_at, inserted_at };
}
