import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { listOwners } from "#lib/identity/members/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

/** Security notices, so that owners learn of changes that someone else made. */
export const NOTICES = [
  "password_changed",
  "email_changed",
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

/** Enqueues the mail in the transaction of the change. */
export async function enqueueAccountNotice(
  trx: Trx,
  user_id: number,
  notice: Notice,
  /** An address that is not the user's any more. */
  { to }: { to?: string } = {},
): Promise<void> {
  await enqueueMessage(trx, {
    kind: "account.notice",
    params: { user_id: String(user_id), notice, ...(to && { to }) },
    expires_at: later(wireNow(), DAY_SECONDS),
  });
}

const LETTER_S = 3 * DAY_SECONDS;

type Told = {
  /** The sender finds the owner in `params.user_id`. */
  kind: string;
  params?: Record<string, string>;
  seconds?: number;
};

/** Enqueues a message to each owner of the page's organization. */
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
