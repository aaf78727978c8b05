import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

const HAS_SERVICES = sql<boolean>`exists (
  select from subscription_services as link
  where link.status_page_id = subscriptions.status_page_id
    and link.subscription_id = subscriptions.id)`;

/** After a new choice, the subscriber may be asked again. */
export async function forgetAsked(trx: Trx, grant: PageGrant): Promise<void> {
  await trx
    .updateTable("subscriptions")
    .set({ asked_to_choose_at: null })
    .where("status_page_id", "=", grant.status_page_id)
    .where("asked_to_choose_at", "is not", null)
    .where(HAS_SERVICES)
    .execute();
}

/**
 * Marks readers of mail as asked who confirmed services that are all gone, each once.
 * @returns the ids of some; none when all are marked
 */
export async function markAsked(
  trx: Trx,
  grant: PageGrant,
  now: string,
  limit: number,
): Promise<number[]> {
  const emptied = trx
    .selectFrom("subscriptions")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("type", "=", "email")
    .where("filter", "=", "services")
    .where("confirmed_at", "is not", null)
    .where("asked_to_choose_at", "is", null)
    .where((eb) => eb.or([eb("quarantined_until", "is", null), eb("quarantined_until", "<=", now)]))
    .where(sql<boolean>`not ${HAS_SERVICES}`)
    .limit(limit)
    .forUpdate();
  const rows = await trx
    .updateTable("subscriptions")
    .set({ asked_to_choose_at: now })
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "in", emptied)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
