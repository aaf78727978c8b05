import { z } from "zod";
import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import { MAX_NAME, plainText } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { isSame, unchanged } from "#lib/core/transaction/outcome.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { prove, userOfGrant } from "#lib/identity/profile/prove.ts";
import { endSessions, requireStillValid } from "#lib/identity/sessions/queries.ts";
import {
  lockUser,
  type UserRow,
  updatePassword,
  updateProfileRow,
} from "#lib/identity/users/queries.ts";
import { Password } from "#lib/identity/users/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** `locale` null: the browser's. */
export const Profile = z.object({
  name: plainText(MAX_NAME),
  locale: z.string().max(35).nullable(),
});
type Profile = z.output<typeof Profile>;

/** @throws {AppError} `not_found` unless it is the caller's own */
export async function updateProfile(
  ctx: Context,
  target: UserTarget,
  { name = "", locale }: Profile,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  const user = await userOfGrant(ctx, grant);
  const before = { name: user.name, locale: user.locale };
  await changeOrganization(ctx, grant, async (trx) => {
    const changes = { name, locale };
    if (isSame(before, changes)) return unchanged(undefined);
    await updateProfileRow(trx, grant, { ...changes, updated_at: wireNow() });
    return {
      result: undefined,
      audit: { action: "user.update", subject_id: grant.user_id, changes, before },
      events: [],
    };
  });
}

export const ChangePassword = z.object({ current_password: z.string(), new_password: Password });
type ChangePassword = z.output<typeof ChangePassword>;

/**
 * Ends all sessions.
 * @returns the user, for a new session
 * @throws {AppError} `not_found` unless it is the caller's own, and if the session has ended
 *   meanwhile; `invalid`
 */
export async function changePassword(
  ctx: Context,
  target: UserTarget,
  { current_password, new_password }: ChangePassword,
): Promise<UserRow> {
  const grant = await authorizeUser(ctx, target);
  const user = await prove(ctx, grant, current_password);
  const password_hash = await hashPassword(new_password);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockUser(trx, grant);
    await requireStillValid(trx, ctx.actor);
    await updatePassword(trx, grant, password_hash, wireNow());
    await endSessions(trx, grant);
    await enqueueAccountNotice(trx, grant.user_id, "password_changed");
    return {
      result: undefined,
      audit: { action: "user.change_password", subject_id: grant.user_id },
      events: [],
    };
  });
  return { ...user, password_hash };
}
