import type { Db } from "#db/index.ts";
import { isChat, type Recipient, type SubscriptionFormat } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import { earlierSecrets } from "#lib/core/transaction/rotated-secrets.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import type { Claimed } from "#lib/notifications/ledger.queries.ts";
import { listMatchingSubscriptions, type Subscriber } from "#lib/notifications/queries.ts";
import { allowsAddress } from "#lib/pages/schema.ts";
import { now, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { visibleServices } from "#lib/services/state.ts";
import { dialedNumber } from "#lib/subscribers/normal-addresses.ts";
import { returnPathOf } from "#lib/subscribers/return-path.ts";
import { linkUrls } from "#lib/subscribers/sign-up/links.ts";
import { keepsSubjects, styleOf } from "#lib/subscribers/style.ts";
import { manageTokens } from "#lib/subscribers/tokens.ts";

export type Eligibility =
  | { isEligible: true; subscriber: Subscriber; sees_only: readonly number[] | null }
  | { isEligible: false; state: "waiting" | "withdrawn" | "quarantined"; reason: string };

export type EligibleNotification = {
  row: Claimed;
  eligibility: Extract<Eligibility, { isEligible: true }>;
};

const GONE: Eligibility = { isEligible: false, state: "withdrawn", reason: "no longer subscribed" };
const NO_MEMBER: Eligibility = {
  isEligible: false,
  state: "withdrawn",
  reason: "may not see the page",
};
const NOT_YET: Eligibility = {
  isEligible: false,
  state: "waiting",
  reason: "an earlier update comes first",
};

// As incidents they would set off the alarms of receivers.
const NO_NOTICES: Eligibility = {
  isEligible: false,
  state: "withdrawn",
  reason: "its format has no information notices",
};

function visibleTo(
  subscriber: Subscriber,
  { settings }: EventFacts,
): "all" | readonly number[] | null {
  const { requested_at, type, email, role = null, group_service_ids = null } = subscriber;
  // An operator who entered a chat chose who reads there.
  if (requested_at === null && type !== "email") return "all";
  if (role !== null && mayRole(role, "page.read")) return "all";
  if (role !== null && mayRole(role, "page.visit_restricted")) return group_service_ids ?? "all";
  return type === "email" && email !== null && allowsAddress(settings, email) ? "all" : null;
}

function memberEligibility(subscriber: Subscriber, facts: EventFacts): Eligibility {
  const sight = visibleTo(subscriber, facts);
  if (sight === null) return NO_MEMBER;
  if (sight === "all") return { isEligible: true, subscriber, sees_only: null };
  const seen = new Set(visibleServices(facts.services, sight).map(({ id }) => id));
  const isSeen = facts.service_ids.length === 0 || facts.service_ids.some((id) => seen.has(id));
  return isSeen ? { isEligible: true, subscriber, sees_only: sight } : NO_MEMBER;
}

function eligibilityOf(subscriber: Subscriber, facts: EventFacts, now: string): Eligibility {
  const { quarantined_until, quarantine_reason } = subscriber;
  if (quarantined_until !== null && quarantined_until > now)
    return { isEligible: false, state: "quarantined", reason: quarantine_reason ?? "quarantined" };
  if (facts.kind === "info_notice" && subscriber.format === "statuspage") return NO_NOTICES;
  if (!subscriber.is_selected && !subscriber.was_notified) return NOT_YET;
  if (facts.page.member_restricted) return memberEligibility(subscriber, facts);
  return { isEligible: true, subscriber, sees_only: null };
}

export async function listEligibility(
  db: Db,
  grant: PageGrant,
  facts: EventFacts,
  ids: readonly number[],
): Promise<Map<number, Eligibility>> {
  const all = new Map<number, Eligibility>(ids.map((id) => [id, GONE]));
  if (!facts.audience) return all;
  const members_only = facts.page.member_restricted;
  const now = wireNow();
  const found = await listMatchingSubscriptions(db, grant, facts.audience, { ids, members_only });
  for (const subscriber of found) all.set(subscriber.id, eligibilityOf(subscriber, facts, now));
  return all;
}

/** null: sealed under a lost APP_SECRET. */
function addressOf(subscriber: Subscriber): string | null {
  const { type, email, phone_number, webhook_url } = subscriber;
  if (type === "email") return email;
  return type === "sms" && phone_number !== null ? dialedNumber(subscriber) : webhook_url;
}

/**
 * Loads recipients with their links; omits those whose address or secret was sealed under a lost
 * APP_SECRET.
 */
export async function recipientsOf(
  db: Db,
  grant: PageGrant,
  subscribers: readonly { subscriber: Subscriber; lang: string; earlier: string | null }[],
  event_id: number,
): Promise<Map<number, Recipient>> {
  const ids = subscribers.map(({ subscriber }) => subscriber.id);
  const tokens = await manageTokens(db, grant, ids);
  return new Map(
    subscribers.flatMap(({ subscriber, lang, earlier }) => {
      const { secret_sealed } = subscriber;
      const secret = secret_sealed && unsealIfOurs(secret_sealed);
      const address = addressOf(subscriber);
      if (address === null || (secret_sealed && secret === null)) return [];
      const token = tokens.get(subscriber.id);
      // These links end the subscription: in a chat anybody could use them.
      const isPrivate = token !== undefined && !isChat(subscriber.type);
      const urls = isPrivate ? linkUrls(grant, token, lang) : null;
      const recipient: Recipient = {
        address,
        secret,
        earlier_secrets: earlierSecrets(subscriber, now()),
        manage_url: urls?.manage_url ?? null,
        unsubscribe_url: urls?.unsubscribe_url ?? null,
        format: subscriber.format as SubscriptionFormat,
        metadata: subscriber.metadata as NonNullable<Recipient["metadata"]>,
        isThreaded: styleOf(subscriber) === "living_message",
        keepsSubject: keepsSubjects(subscriber),
        earlier,
        return_path: returnPathOf({ ...grant, subscription_id: subscriber.id, event_id }),
      };
      return [[subscriber.id, recipient] as const];
    }),
  );
}
