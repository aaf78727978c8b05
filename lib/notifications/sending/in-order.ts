import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Claimed, Outcome } from "#lib/notifications/ledger.queries.ts";
import { isEarlierUnplanned, listPlaces } from "#lib/notifications/live-messages.queries.ts";
import type { NewsEvent } from "#lib/notifications/queries.ts";
import { postponed, withdrawn } from "#lib/notifications/sending/outcomes.ts";
import type { Standing } from "#lib/notifications/sending/recipients.ts";
import { later, laterOf, wireNow } from "#lib/platform/clock.ts";
import { canThread, styleOf } from "#lib/subscribers/style.ts";

type Hearing = { row: Claimed; standing: Extract<Standing, { hears: true }> };

type Ordered<H> = {
  /** Whose turn it is. */
  hearing: H[];
  settled: Outcome[];
  /** What the provider calls the message or thread so far, by subscription. */
  earlier: Map<number, string>;
};

const PAUSE_S = 2;
// An event that cannot be planned keeps the next ones back no longer.
const PATIENCE_S = 60 * 60;

function isThreaded({ standing: { listener } }: Hearing): boolean {
  // Mails are threaded by who reads them, in whichever order they come.
  return listener.type !== "email" && canThread(listener.type) && isChosen(listener);
}

function isChosen(listener: Hearing["standing"]["listener"]): boolean {
  return styleOf(listener) === "living_message";
}

/**
 * Keeps the updates of a isThreaded message in their order: one waits for those before it, and is
 * dropped once a later one arrived.
 */
export async function inOrder<H extends Hearing>(
  db: Db,
  grant: PageGrant,
  event: NewsEvent,
  all: readonly H[],
): Promise<Ordered<H>> {
  const threaded = all.filter(isThreaded);
  if (threaded.length === 0) return { hearing: [...all], settled: [], earlier: new Map() };
  const ids = threaded.map(({ row }) => row.subscription_id);
  const since = later(event.inserted_at, -PATIENCE_S);
  // First, so that what is planned meanwhile is seen.
  const isUnplanned = await isEarlierUnplanned(db, grant, event, since);
  const places = await listPlaces(db, grant, event, ids);
  const known = new Map(places.map((place) => [place.subscription_id, place]));
  const soon = later(wireNow(), PAUSE_S);
  const ordered: Ordered<H> = { hearing: [], settled: [], earlier: new Map() };
  for (const one of all) {
    const { row } = one;
    const { earlier, waits_until, is_overtaken } = known.get(row.subscription_id) ?? {};
    const due_at = waits_until ?? (isUnplanned && isThreaded(one) ? soon : null);
    if (is_overtaken) ordered.settled.push(withdrawn(row, "a later update was told"));
    else if (due_at)
      ordered.settled.push(postponed(row, laterOf(due_at, soon), "an earlier update comes first"));
    else ordered.hearing.push(one);
    if (earlier) ordered.earlier.set(row.subscription_id, earlier);
  }
  return ordered;
}
