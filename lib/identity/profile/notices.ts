import type { Trx } from "#db/index.ts";
import { orderMessage } from "#lib/core/outbox/order.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

/** What the owner of an account is told, lest somebody else did it. */
export const NOTICES = [
  "password_changed",
  "two_factor_on",
  "two_factor_off",
  "recovery_codes_renewed",
  "passkey_added",
  "passkey_removed",
  "provider_linked",
  "api_key_created",
  "sign_in_reset",
] as const;
export type Notice = (typeof NOTICES)[number];

/** Orders a mail in the transaction of what it tells. */
export async function orderNotice(trx: Trx, user_id: number, notice: Notice): Promise<void> {
  await orderMessage(trx, {
    kind: "account.notice",
    params: { user_id: String(user_id), notice },
    expires_at: later(wireNow(), DAY_SECONDS),
  });
}
