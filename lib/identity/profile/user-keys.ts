import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { lockAccount } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import { assertAhead } from "#lib/identity/api-keys/api-keys.ts";
import {
  type ApiKeyRow,
  insertUserKey,
  listUserKeyRows,
  type NewKey,
  revokeUserKeys,
} from "#lib/identity/api-keys/queries.ts";
import type { CreateUserKey } from "#lib/identity/api-keys/schema.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { requireProof } from "#lib/identity/profile/prove.ts";
import { requireStillValid } from "#lib/identity/sessions/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/** @throws {AppError} `not_found` unless one's own */
export async function listUserKeys(ctx: Context, target: UserTarget): Promise<ApiKeyRow[]> {
  return listUserKeyRows(ctx.db, await authorizeUser(ctx, target));
}

const MAX_KEYS = 50;

/** @throws `not_found`; `forbidden` for a password alone; `invalid` when there are too many */
export async function createUserKey(
  ctx: Context,
  target: UserTarget,
  input: CreateUserKey,
): Promise<NewKey> {
  const grant = await authorizeUser(ctx, target);
  requireProof(ctx);
  assertAhead(input.expires_at);
  return changeOrganization(ctx, grant, async (trx) => {
    const account = await lockAccount(trx, grant);
    await requireStillValid(trx, ctx.actor);
    assertBelowLimit(account, (await listUserKeyRows(trx, grant)).length, MAX_KEYS);
    const key = await insertUserKey(trx, grant, input);
    if (ctx.actor.kind !== "system")
      await enqueueAccountNotice(trx, grant.user_id, "api_key_created");
    return {
      result: key,
      audit: {
        action: "api_key.create",
        subject_id: key.id,
        changes: { ...input, user_id: grant.user_id },
      },
      events: [],
    };
  });
}

/** Every process refuses the key from its next request on. @throws {AppError} `not_found` */
export async function revokeUserKey(ctx: Context, target: UserTarget, id: number): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  await changeOrganization(ctx, grant, async (trx) => {
    const [key] = await revokeUserKeys(trx, grant, wireNow(), id);
    if (!key) throw notFound();
    return {
      result: undefined,
      audit: { action: "api_key.revoke", subject_id: key.id, changes: { name: key.name } },
      events: [],
    };
  });
}
