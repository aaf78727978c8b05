import { z } from "zod";
import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import { text } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import {
  deletePasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
} from "#lib/identity/passkeys/queries.ts";
import { orderNotice } from "#lib/identity/profile/notices.ts";
import { weakenSessions } from "#lib/identity/sessions/queries.ts";
import { requireProof } from "#lib/identity/sessions/require-proof.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";

const MAX_PASSKEY_NAME = 100;
export const PasskeyName = z.object({ name: text(MAX_PASSKEY_NAME) });

type PasskeyTarget = UserTarget & { passkey_id: number };

/** @throws {AppError} `not_found` unless it is the caller's own account */
export async function listPasskeys(ctx: Context, target: UserTarget): Promise<PasskeyRow[]> {
  return listPasskeyRows(ctx.db, await authorizeUser(ctx, target));
}

/** @throws {AppError} `not_found` */
export async function renamePasskey(
  ctx: Context,
  target: PasskeyTarget,
  { name }: z.output<typeof PasskeyName>,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  if (!name) throw invalid({ name: [{ code: "blank" }] });
  await changeOrganization(ctx, grant, async (trx) => {
    if (!(await renamePasskeyRow(trx, grant, target.passkey_id, name))) throw notFound();
    const subject_id = target.passkey_id;
    return {
      result: undefined,
      audit: { action: "passkey.update", subject_id, changes: { name } },
      events: [],
    };
  });
}

/**
 * Removes a passkey; sessions that began with the last one count as those of a password.
 * @throws {AppError} `not_found`; `forbidden` where a password is not enough
 */
export async function removePasskey(ctx: Context, target: PasskeyTarget): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  requireProof(ctx);
  await changeOrganization(ctx, grant, async (trx) => {
    const removed = await deletePasskey(trx, grant, target.passkey_id);
    if (!removed) throw notFound();
    if ((await listPasskeyRows(trx, grant)).length === 0)
      await weakenSessions(trx, grant, "passkey");
    await orderNotice(trx, grant.user_id, "passkey_removed");
    const { id: subject_id, name } = removed;
    return {
      result: undefined,
      audit: { action: "passkey.delete", subject_id, changes: { name } },
      events: [],
    };
  });
}
