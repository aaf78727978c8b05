import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { withAbove } from "#lib/notifications/audience/audience.ts";
import { type EventFacts, tellsEnd } from "#lib/notifications/event-facts.ts";
import type { NotificationEvent } from "#lib/notifications/queries.ts";
import type { EligibleNotification } from "#lib/notifications/sending/eligibility.ts";
import {
  listChosenServices,
  listFormerServiceIds,
} from "#lib/notifications/sending/former-services.queries.ts";
import type { PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

function formerServices(
  { services, service_ids }: EventFacts,
  former: ReadonlySet<number>,
  chosen: readonly number[],
  sees_only: readonly number[] | null,
): PlainServiceRow[] | null {
  const visible = visibleServices(services, sees_only);
  const seen = new Set(visible.map(({ id }) => id));
  if (chosen.length > 0 && !chosen.some((id) => seen.has(id))) return null;
  return visible.filter(
    ({ id }) =>
      former.has(id) &&
      !service_ids.includes(id) &&
      withAbove(visible, [id]).some((above) => chosen.includes(above)),
  );
}

/**
 * Finds the chosen services that an incident no longer affects, by subscription, for those whom it
 * no longer concerns. Its end is told like anybody else's, so then nobody is found.
 * @returns null for who may not see their services any more
 */
export async function findFormerServices(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
  facts: EventFacts,
  eligible: readonly EligibleNotification[],
): Promise<Map<number, PlainServiceRow[] | null>> {
  const found = eligible.filter(
    ({ row, eligibility: { subscriber } }) => row.no_longer_affected && !subscriber.is_selected,
  );
  if (found.length === 0 || tellsEnd(facts)) return new Map();
  const ids = found.map(({ row }) => row.subscription_id);
  const [former, chosen] = await Promise.all([
    listFormerServiceIds(db, grant, event),
    listChosenServices(db, grant, ids),
  ]);
  const before = new Set(former);
  return new Map(
    found.map(({ row: { subscription_id: id }, eligibility: { sees_only } }) => [
      id,
      formerServices(facts, before, chosen.get(id) ?? [], sees_only),
    ]),
  );
}
