import { LRUCache } from "lru-cache";
import { type Db, isDatabaseLost } from "#db/index.ts";
import type {
  Channel,
  NotificationContent,
  Recipient,
  Sender,
  SubscriptionType,
} from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { type Facts, readFacts } from "#lib/notifications/facts.ts";
import type { Claimed, Outcome } from "#lib/notifications/ledger.queries.ts";
import { emailRendererFor } from "#lib/notifications/letters.ts";
import {
  findPayload,
  listEarlierNews,
  listNewsEvents,
  type NewsEvent,
} from "#lib/notifications/queries.ts";
import { inOrder } from "#lib/notifications/sending/in-order.ts";
import {
  isExpired,
  quarantined,
  unprepared,
  withdrawn,
} from "#lib/notifications/sending/outcomes.ts";
import type { Limited } from "#lib/notifications/sending/paces.ts";
import { recipientsOf, type Standing, standings } from "#lib/notifications/sending/recipients.ts";
import { type Route, routeOf } from "#lib/notifications/sending/routes.ts";
import { composeContent, type Telling, wordsFor } from "#lib/notifications/story.ts";
import { recordTemplateFailure } from "#lib/pages/email-templates/record-failure.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import type { Failure } from "#lib/platform/mail/letter.ts";
import { serviceStates, visibleServices } from "#lib/services/state.ts";
import { listWorst } from "#lib/site/snapshot/current.queries.ts";

type PreparedMessage = { row: Claimed; recipient: Recipient; message: object };

/** Messages that go out by one call. */
export type Batch = Limited & {
  channel: Channel<object>;
  sender: Sender | null;
  messages: PreparedMessage[];
};

export type Prepared = { batches: Batch[]; settled: Outcome[] };

type Hearing = { row: Claimed; standing: Extract<Standing, { hears: true }> };

const MAX_CONTENTS = 200;
// Of contents that stay the same, messages are written once.
const contents = new LRUCache<string, { text: string; content: NotificationContent }>({
  max: MAX_CONTENTS,
});

/** The content as it was told before, where nothing changed since. */
function sameOr(key: string, content: NotificationContent, look: string): NotificationContent {
  const text = JSON.stringify(content) + look;
  const known = contents.get(key);
  if (known?.text === text) return known.content;
  contents.set(key, { text, content });
  return content;
}

/**
 * Of an event, with the states of services as they are now.
 * @param type the kind of those who are told; null: nobody who subscribed
 */
export async function tellingOf(
  db: Db,
  grant: PageGrant,
  event: NewsEvent,
  facts: Facts,
  type: SubscriptionType | null,
): Promise<Telling> {
  const worst = await listWorst(db, grant, { visible: null }, wireNow());
  const named = worst.flatMap(({ service_id, ...state }) =>
    service_id === null ? [] : [{ ...state, service_ids: [service_id] }],
  );
  const states = serviceStates(facts.services, named);
  const payload = type === "webhook" ? await findPayload(db, grant, event.id) : null;
  return { event, facts, states, payload };
}

/** What somebody is told who sees only some services. */
function narrowed(telling: Telling, sees_only: readonly number[] | null): Telling {
  if (sees_only === null) return telling;
  const { facts } = telling;
  const seen = new Set(visibleServices(facts.services, sees_only).map(({ id }) => id));
  return { ...telling, facts: { ...facts, shown: facts.shown.filter(({ id }) => seen.has(id)) } };
}

type Written = { hearing: Hearing; content: NotificationContent };

function contentsFor(grant: PageGrant, telling: Telling, hearing: readonly Hearing[]): Written[] {
  const { event, facts } = telling;
  const told = new Map<string, NotificationContent>();
  return hearing.map((one) => {
    const { listener, sees_only } = one.standing;
    const words = wordsFor(facts, listener.locale);
    const variant = `${event.id} ${listener.type} ${words.locale} ${sees_only?.join() ?? ""}`;
    const known = told.get(variant);
    const look = `${facts.page.updated_at} ${grant.address}`;
    const content =
      known ?? sameOr(variant, composeContent(grant, narrowed(telling, sees_only), words), look);
    told.set(variant, content);
    return { hearing: one, content };
  });
}

/** A bot's channel stands beside an address that all of them share. */
function addressIn({ address, secret }: Recipient): string {
  return [address, secret].filter(Boolean).join(" ");
}

function inParcels(
  written: readonly Written[],
  recipients: ReadonlyMap<number, Recipient>,
  channel: Channel<object>,
  { sender, way, limits }: Route,
): Batch[] {
  const batches: Batch[] = [];
  const open = new Map<string, Batch>();
  for (const { hearing, content } of written) {
    const { row } = hearing;
    const recipient = recipients.get(row.subscription_id);
    if (!recipient) continue;
    const destination = `${way} ${channel.kind} ${channel.hostOf(recipient, sender)}`;
    const address = limits === "address" ? addressIn(recipient) : null;
    const together = `${destination} ${row.event_id} ${content.page.locale}`;
    let batch = open.get(together);
    if (!batch || batch.messages.length >= channel.batch) {
      batch = { channel, sender, destination, address, messages: [] };
      batches.push(batch);
      open.set(together, batch);
    }
    batch.messages.push({ row, recipient, message: channel.render(content, recipient) });
  }
  return batches;
}

async function prepareEvent(
  db: Db,
  grant: PageGrant,
  event: NewsEvent,
  claimed: readonly Claimed[],
  type: SubscriptionType,
): Promise<Prepared> {
  const isLate = ({ resent_at }: Claimed) => isExpired(resent_at ?? event.inserted_at);
  const late = claimed.filter(isLate).map((row) => withdrawn(row, "too late"));
  if (late.length === claimed.length) return { batches: [], settled: late };
  const rows = claimed.filter((row) => !isLate(row));
  const all = (reason: string) => ({
    batches: [],
    settled: [...late, ...rows.map((row) => withdrawn(row, reason))],
  });
  const facts = await readFacts(db, grant, event);
  if (!facts) return all(event.notice ? "it is no longer so" : "what it tells was deleted");
  const ids = rows.map((row) => row.subscription_id);
  const [standing, route] = await Promise.all([
    standings(db, grant, facts, ids),
    routeOf(db, grant, type, facts.settings),
  ]);
  if (!route) return all("no way to send it");
  const hearing: Hearing[] = [];
  const settled: Outcome[] = [...late];
  for (const row of rows) {
    const its = standing.get(row.subscription_id);
    if (its?.hears) hearing.push({ row, standing: its });
    else if (its?.state === "quarantined") settled.push(quarantined(row, its.reason));
    else settled.push(withdrawn(row, its?.reason ?? ""));
  }
  const turn = await inOrder(db, grant, event, hearing);
  settled.push(...turn.settled);
  if (turn.hearing.length === 0) return { batches: [], settled };
  const telling = await tellingOf(db, grant, event, facts, type);
  const written = contentsFor(grant, telling, turn.hearing);
  const recipients = await recipientsOf(
    db,
    grant,
    written.map(({ hearing: { standing: its }, content }) => ({
      listener: its.listener,
      lang: content.page.locale,
      earlier: turn.earlier.get(its.listener.id) ?? null,
    })),
  );
  for (const { row } of turn.hearing)
    if (!recipients.has(row.subscription_id)) settled.push(withdrawn(row, "its secret is lost"));
  const earlier = (await listEarlierNews(db, grant, event)).map(({ message_id }) => message_id);
  const onFailure = (failure: Failure) =>
    recordTemplateFailure(systemContext(db, "send-batch"), grant.status_page_id, failure);
  const envelope = { from_address: route.from_address, earlier, onFailure };
  const told = [...new Set(written.map(({ content }) => content))];
  const renderer = type === "email" ? await emailRendererFor(grant, facts, told, envelope) : null;
  const channel = route.channelFor(renderer);
  return { batches: inParcels(written, recipients, channel, route), settled };
}

/** What cannot be made ready, for whichever reason, waits and keeps nothing else back. */
async function prepareOr(its: readonly Claimed[], work: Promise<Prepared>): Promise<Prepared> {
  return work.catch((error) => {
    if (isDatabaseLost(error)) throw error;
    log().error({ err: error, event_id: its[0]?.event_id }, "messages could not be prepared");
    return { batches: [], settled: its.map((row) => unprepared(row, Math.random())) };
  });
}

/** Makes of what was claimed what can be messages over, as everything is now. */
export async function prepare(
  db: Db,
  grant: PageGrant,
  type: SubscriptionType,
  rows: readonly Claimed[],
): Promise<Prepared> {
  const together = Map.groupBy(rows, (row) => row.event_id);
  const events = await listNewsEvents(db, grant, [...together.keys()]);
  const known = new Map(events.map((event) => [event.id, event]));
  const prepared: Prepared = { batches: [], settled: [] };
  for (const [id, its] of together) {
    const event = known.get(id);
    const { batches, settled } = event
      ? await prepareOr(its, prepareEvent(db, grant, event, its, type))
      : { batches: [], settled: its.map((row) => withdrawn(row, "too late")) };
    prepared.batches.push(...batches);
    prepared.settled.push(...settled);
  }
  return prepared;
}
