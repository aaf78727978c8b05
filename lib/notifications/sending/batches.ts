import { LRUCache } from "lru-cache";
import { type Db, isDatabaseLost } from "#db/index.ts";
import type {
  Channel,
  NotificationContent,
  Recipient,
  Sender,
  StatuspageBody,
  SubscriptionType,
} from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import {
  composeContent,
  composeOpening,
  type LoadedEvent,
  wordsFor,
} from "#lib/notifications/content.ts";
import { emailRendererFor } from "#lib/notifications/email-content.ts";
import {
  type EventFacts,
  findFirstUpdate,
  readEventFacts,
} from "#lib/notifications/event-facts.ts";
import type { Words } from "#lib/notifications/event-words.ts";
import type { Claimed, Outcome } from "#lib/notifications/ledger.queries.ts";
import {
  findPayload,
  listEarlierEvents,
  listNotificationEvents,
  type NotificationEvent,
} from "#lib/notifications/queries.ts";
import {
  type Eligibility,
  type EligibleNotification,
  listEligibility,
  recipientsOf,
} from "#lib/notifications/sending/eligibility.ts";
import { findFormerServices } from "#lib/notifications/sending/former-services.ts";
import { inOrder, PAUSE_S } from "#lib/notifications/sending/ordering.ts";
import {
  isExpired,
  postponed,
  quarantined,
  unprepared,
  withdrawn,
} from "#lib/notifications/sending/outcomes.ts";
import type { Limited } from "#lib/notifications/sending/rates.ts";
import { type Route, routeOf } from "#lib/notifications/sending/routes.ts";
import { readStatuspageBodies, seenKey } from "#lib/notifications/sending/statuspage.ts";
import { recordTemplateFailure } from "#lib/pages/email-templates/record-failure.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import type { Failure } from "#lib/platform/mail/letter.ts";
import type { PlainServiceRow } from "#lib/services/queries.ts";
import { serviceStates, visibleServices } from "#lib/services/state.ts";
import { listWorst } from "#lib/site/snapshot/current.queries.ts";
import { keepsSubjects } from "#lib/subscribers/style.ts";

type PreparedMessage = { row: Claimed; recipient: Recipient; message: object };

export type Batch = Limited & {
  channel: Channel<object>;
  sender: Sender | null;
  messages: PreparedMessage[];
};

export type Prepared = { batches: Batch[]; settled: Outcome[] };

const MAX_CONTENTS = 200;
// Reuses equal contents, whose rendered messages are cached.
const contents = new LRUCache<string, { text: string; content: NotificationContent }>({
  max: MAX_CONTENTS,
});

/** @returns the cached content if nothing changed */
function sameOr(key: string, content: NotificationContent, look: string): NotificationContent {
  const text = JSON.stringify(content) + look;
  const known = contents.get(key);
  if (known?.text === text) return known.content;
  contents.set(key, { text, content });
  return content;
}

/**
 * Loads an event's content with the current states of services.
 * @param type the subscribers' channel; null: no subscriber
 */
export async function loadEvent(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
  facts: EventFacts,
  type: SubscriptionType | null,
): Promise<LoadedEvent> {
  const worst = await listWorst(db, grant, { visible: null }, wireNow());
  const named = worst.flatMap(({ service_id, ...state }) =>
    service_id === null ? [] : [{ ...state, service_ids: [service_id] }],
  );
  const states = serviceStates(facts.services, named);
  const payload = type === "webhook" ? await findPayload(db, grant, event.id) : null;
  return { event, facts, states, payload };
}

function restrictToServices(loaded: LoadedEvent, sees_only: readonly number[] | null): LoadedEvent {
  if (sees_only === null) return loaded;
  const { facts } = loaded;
  const seen = new Set(visibleServices(facts.services, sees_only).map(({ id }) => id));
  return {
    ...loaded,
    facts: {
      ...facts,
      visible: facts.visible.filter(({ id }) => seen.has(id)),
      deleted: facts.deleted.filter(({ above }) => above.some((id) => seen.has(id))),
    },
  };
}

type Written = { eligible: EligibleNotification; content: NotificationContent };

function contentsFor(
  grant: PageGrant,
  loaded: LoadedEvent,
  eligible: readonly EligibleNotification[],
  former: Awaited<ReturnType<typeof findFormerServices>>,
  { first, statuspage }: { first: UpdateRow | null; statuspage: Map<string, StatuspageBody[]> },
): Written[] {
  const { event, facts } = loaded;
  const told = new Map<string, NotificationContent>();
  const compose = (
    sees_only: readonly number[] | null,
    words: Words,
    left: readonly PlainServiceRow[] | null,
  ) => {
    const seen = restrictToServices(loaded, sees_only);
    const opening = composeOpening(grant, seen, words, first);
    const more = { statuspage: statuspage.get(seenKey(sees_only)), ...(opening && { opening }) };
    return { ...composeContent(grant, seen, words, left), ...more };
  };
  return eligible.map((one) => {
    const { subscriber, sees_only } = one.eligibility;
    const words = wordsFor(facts, subscriber.locale);
    const left = former.get(subscriber.id) ?? null;
    const limits = `${seenKey(sees_only)} ${left?.map(({ id }) => id).join() ?? "all"}`;
    const variant = `${event.id} ${subscriber.type} ${words.locale} ${limits}`;
    const known = told.get(variant);
    const look = `${facts.page.updated_at} ${grant.address}`;
    const content = known ?? sameOr(variant, compose(sees_only, words, left), look);
    told.set(variant, content);
    return { eligible: one, content };
  });
}

/** Bots share an address; their channel tells them apart. */
function addressIn({ address, secret }: Recipient): string {
  return [address, secret].filter(Boolean).join(" ");
}

function inParcels(
  written: readonly Written[],
  recipients: ReadonlyMap<number, Recipient>,
  channel: Channel<object>,
  { sender, rate_key, limits }: Route,
): Batch[] {
  const batches: Batch[] = [];
  const open = new Map<string, Batch>();
  const contents = [...new Set(written.map(({ content }) => content))];
  for (const { eligible, content } of written) {
    const { row } = eligible;
    const recipient = recipients.get(row.subscription_id);
    if (!recipient) continue;
    const destination = `${rate_key} ${channel.kind} ${channel.hostOf(recipient, sender)}`;
    const address = limits === "address" ? addressIn(recipient) : null;
    // A batch has one text, so those who see other services, or keep a subject, have their own.
    const text = `${contents.indexOf(content)} ${recipient.keepsSubject ?? false}`;
    const together = `${destination} ${row.event_id} ${text}`;
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

function byEligibility(
  rows: readonly Claimed[],
  eligibility: ReadonlyMap<number, Eligibility>,
): { eligible: EligibleNotification[]; settled: Outcome[] } {
  const eligible: EligibleNotification[] = [];
  const settled: Outcome[] = [];
  const soon = later(wireNow(), PAUSE_S);
  for (const row of rows) {
    const its = eligibility.get(row.subscription_id);
    if (its?.isEligible) eligible.push({ row, eligibility: its });
    else if (its?.state === "quarantined") settled.push(quarantined(row, its.reason));
    else if (its?.state === "waiting") settled.push(postponed(row, soon, its.reason));
    else settled.push(withdrawn(row, its?.reason ?? ""));
  }
  return { eligible, settled };
}

async function prepareEvent(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
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
  const facts = await readEventFacts(db, grant, event);
  if (!facts) return all(event.notice ? "it is no longer so" : "what it tells was deleted");
  const ids = rows.map((row) => row.subscription_id);
  const [eligibility, route] = await Promise.all([
    listEligibility(db, grant, facts, ids),
    routeOf(db, grant, type, facts.settings),
  ]);
  if (!route) return all("no way to send it");
  const { eligible, settled } = byEligibility(rows, eligibility);
  settled.push(...late);
  const former = await findFormerServices(db, grant, event, facts, eligible);
  const seeing = eligible.filter(({ row }) => former.get(row.subscription_id) !== null);
  for (const { row } of eligible)
    if (former.get(row.subscription_id) === null)
      settled.push(withdrawn(row, "may not see its services"));
  const turn = await inOrder(db, grant, event, seeing);
  settled.push(...turn.settled);
  if (turn.eligible.length === 0) return { batches: [], settled };
  const loaded = await loadEvent(db, grant, event, facts, type);
  const earlier = await listEarlierEvents(db, grant, event);
  const first = await findOpening(db, grant, facts, turn.eligible, earlier.at(0) ?? event);
  const statuspage = await readStatuspageBodies(db, grant, loaded, turn.eligible);
  const written = contentsFor(grant, loaded, turn.eligible, former, { first, statuspage });
  const recipients = await recipientsOf(
    db,
    grant,
    written.map(({ eligible: { eligibility: its }, content }) => ({
      subscriber: its.subscriber,
      lang: content.page.locale,
      earlier: turn.earlier.get(its.subscriber.id) ?? null,
    })),
    event.id,
  );
  for (const { row } of turn.eligible)
    if (!recipients.has(row.subscription_id)) settled.push(withdrawn(row, "its secret is lost"));
  const { from_address } = route;
  const onFailure = recordingFailures(db, grant);
  const envelope = { from_address, earlier: earlier.map((by) => by.message_id), onFailure };
  const told = [...new Set(written.map(({ content }) => content))];
  const renderer = type === "email" ? await emailRendererFor(grant, facts, told, envelope) : null;
  const channel = route.channelFor(renderer);
  return { batches: inParcels(written, recipients, channel, route), settled };
}

/** @returns null if nobody keeps the first subject */
async function findOpening(
  db: Db,
  grant: PageGrant,
  facts: EventFacts,
  eligible: readonly EligibleNotification[],
  first: Pick<NotificationEvent, "news_update_ids">,
): Promise<UpdateRow | null> {
  const isKept = eligible.some(({ eligibility: { subscriber } }) => keepsSubjects(subscriber));
  return isKept ? findFirstUpdate(db, grant, facts, first) : null;
}

function recordingFailures(db: Db, grant: PageGrant) {
  return (failure: Failure) =>
    recordTemplateFailure(systemContext(db, "send-batch"), grant.status_page_id, failure);
}

/** A preparation failure postpones its event only. */
async function prepareOr(its: readonly Claimed[], work: Promise<Prepared>): Promise<Prepared> {
  return work.catch((error) => {
    if (isDatabaseLost(error)) throw error;
    log().error({ err: error, event_id: its[0]?.event_id }, "messages could not be prepared");
    return { batches: [], settled: its.map((row) => unprepared(row, Math.random())) };
  });
}

export async function prepare(
  db: Db,
  grant: PageGrant,
  type: SubscriptionType,
  rows: readonly Claimed[],
): Promise<Prepared> {
  const together = Map.groupBy(rows, (row) => row.event_id);
  const events = await listNotificationEvents(db, grant, [...together.keys()]);
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
