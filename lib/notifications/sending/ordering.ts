import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import {
  isEarlierUnplanned,
  listPlaces,
  type NotificationEvent,
} from "#lib/notifications/queries.ts";
import type { EligibleNotification } from "#lib/notifications/sending/eligibility.ts";
import { postponed, withdrawn } from "#lib/notifications/sending/outcomes.ts";
import { later, laterOf, wireNow } from "#lib/platform/clock.ts";
import { canThread, styleOf } from "#lib/subscribers/style.ts";

type Ordered<H> = {
  /** Messages that may be sent now. */
  eligible: H[];
  settled: Outcome[];
  earlier: Map<number, string>;
};

/** A message that waits for an earlier one is looked at again after this. */
export const PAUSE_S = 2;
// An event that is never planned holds up later ones no longer.
const PATIENCE_S = 60 * 60;

function isThreaded({ eligibility: { subscriber } }: EligibleNotification): boolean {
  // Mail programs thread mails in any order.
  return subscriber.type !== "email" && canThread(subscriber.type) && isChosen(subscriber);
}

function isChosen(subscriber: EligibleNotification["eligibility"]["subscriber"]): boolean {
  return styleOf(subscriber) === "living_message";
}

/**
 * Keeps threaded updates in order: one waits for earlier ones, and is dropped once a later one was
 * sent.
 */
export async function inOrder<H extends EligibleNotification>(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
  all: readonly H[],
): Promise<Ordered<H>> {
  const threaded = all.filter(isThreaded);
  if (threaded.length === 0) return { eligible: [...all], settled: [], earlier: new Map() };
  const ids = threaded.map(({ row }) => row.subscription_id);
  const since = later(event.inserted_at, -PATIENCE_S);
  // Read first, so that events planned meanwhile are seen.
  const isUnplanned = await isEarlierUnplanned(db, grant, event, since);
  const places = await listPlaces(db, grant, event, ids);
  const known = new Map(places.map((place) => [place.subscription_id, place]));
  const soon = later(wireNow(), PAUSE_S);
  const ordered: Ordered<H> = { eligible: [], settled: [], earlier: new Map() };
  for (const one of all) {
    const { row } = one;
    const { earlier, waits_until, is_overtaken } = known.get(row.subscription_id) ?? {};
    const due_at = waits_until ?? (isUnplanned && isThreaded(one) ? soon : null);
    if (is_overtaken) ordered.settled.push(withdrawn(row, "a later update was told"));
    else if (due_at)
      ordered.settled.push(postponed(row, laterOf(due_at, soon), "an earlier update comes first"));
    else ordered.eligible.push(one);
    if (earlier) ordered.earlier.set(row.subscription_id, earlier);
  }
  return ordered;
}
