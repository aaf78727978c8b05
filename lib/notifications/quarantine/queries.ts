import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { RELEASED } from "#lib/subscriptions/released.ts";

/** After so long an address is tried once more, by itself. */
const RETRIAL = sql`interval '7 days'`;
/** Who is refused then, too, is not tried again. */
const NEVER = sql`timestamptz '9999-01-01 00:00:00+00'`;

type Refused = {
  subscription_id: number;
  reason: string | null;
  answer: string | null;
  /** Whether they said that they want no more, so that they are not tried once more. */
  unwanted: boolean;
};

/**
 * Sends nothing more to addresses that were refused, until they are tried once more. Who wants no
 * more stays so, whatever else is told of the address.
 */
export async function setQuarantine(
  trx: Trx,
  grant: PageGrant,
  refused: readonly Refused[],
  now: string,
): Promise<void> {
  const reasons = refused.map(({ reason, answer, unwanted }) =>
    unwanted ? reason : answer || reason,
  );
  await sql`
    update subscriptions set quarantined_at = coalesce(quarantined_at, ${now}::timestamptz),
      quarantined_until = case when quarantined_until is null and not unwanted
        then ${now}::timestamptz + ${RETRIAL} else ${NEVER} end,
      quarantine_kind = case when unwanted or quarantine_kind = 'unwanted' then 'unwanted'
        else 'dead' end,
      quarantine_reason = case when quarantine_kind = 'unwanted' and not unwanted
        then quarantine_reason else refused.reason end
    from unnest(${refused.map(({ subscription_id }) => subscription_id)}::bigint[],
      ${reasons}::text[], ${refused.map(({ unwanted }) => unwanted)}::boolean[])
      as refused (id, reason, unwanted)
    where status_page_id = ${grant.status_page_id} and subscriptions.id = refused.id`.execute(trx);
}

/** Addresses that something arrived at are written to again. */
export async function releaseQuarantine(
  trx: Trx,
  grant: PageGrant,
  arrived: readonly { subscription_id: number }[],
): Promise<void> {
  const ids = arrived.map(({ subscription_id }) => subscription_id);
  await trx
    .updateTable("subscriptions")
    .set(RELEASED)
    .where("status_page_id", "=", grant.status_page_id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where("quarantined_until", "is not", null)
    .execute();
}
