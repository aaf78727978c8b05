import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { listOwners } from "#lib/identity/members/queries.ts";
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
export async function enqueueAccountNotice(
  trx: Trx,
  user_id: number,
  notice: Notice,
): Promise<void> {
  await enqueueMessage(trx, {
    kind: "account.notice",
    params: { user_id: String(user_id), notice },
    expires_at: later(wireNow(), DAY_SECONDS),
  });
}

const LETTER_S = 3 * DAY_SECONDS;

type Told = {
  /** Of the message; its sender finds the owner in `params.user_id`. */
  kind: string;
  params?: Record<string, string>;
  /** After how long it is of no use. */
  seconds?: number;
};

/** Orders a letter to each owner of a page's organization, in the transaction of what it tells. */
export async function notifyOwners(
  trx: Trx,
  grant: PageGrant,
  { kind, params = {}, seconds = LETTER_S }: Told,
): Promise<void> {
  for (const user_id of await listOwners(trx, grant))
    await enqueueMessage(trx, {
      kind,
      status_page_id: grant.status_page_id,
      params: { ...params, user_id: String(user_id) },
      expires_at: later(wireNow(), seconds),
    });
}
