import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/clock.ts";
import { listOwners } from "#lib/members/queries.ts";
import { orderMessage } from "#lib/outbox/order.ts";
import type { DomainConfig } from "#lib/status-pages/domain-config.ts";

const LETTER_S = 3 * DAY_SECONDS;

/** Orders the letters that say that a custom domain failed, in the transaction that notes it. */
export async function tellOwners(
  trx: Trx,
  grant: PageGrant,
  { domain, error }: DomainConfig,
): Promise<void> {
  for (const user_id of await listOwners(trx, grant))
    await orderMessage(trx, {
      kind: "domain.failed",
      status_page_id: grant.status_page_id,
      params: { user_id: String(user_id), domain: domain ?? "", error: error ?? "" },
      expires_at: later(wireNow(), LETTER_S),
    });
}
