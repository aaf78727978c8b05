import type { Db } from "#db/index.ts";
import type { Recipient } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import type { Facts } from "#lib/notifications/facts.ts";
import { type Listener, listListeners } from "#lib/notifications/queries.ts";
import { allowsAddress } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { visibleServices } from "#lib/services/state.ts";
import { isChat } from "#lib/subscribers/offered.ts";
import { linkUrls } from "#lib/subscribers/sign-up/links.ts";
import { styleOf } from "#lib/subscribers/style.ts";
import { manageTokens } from "#lib/subscribers/tokens.ts";

/** Whether somebody hears of something as it is now. */
export type Standing =
  | { hears: true; listener: Listener; sees_only: readonly number[] | null }
  | { hears: false; state: "withdrawn" | "quarantined"; reason: string };

const GONE: Standing = { hears: false, state: "withdrawn", reason: "no longer subscribed" };
const NO_MEMBER: Standing = { hears: false, state: "withdrawn", reason: "may not see the page" };

/** What of the page a subscriber sees; null: may not see it at all. */
function sightOf(listener: Listener, { settings }: Facts): "all" | readonly number[] | null {
  const { requested_at, type, email, role = null, group_service_ids = null } = listener;
  // An address that is nobody's, such as a chat's: an operator who entered it chose who reads there.
  if (requested_at === null && type !== "email") return "all";
  if (role !== null && mayRole(role, "page.read")) return "all";
  if (role !== null && mayRole(role, "page.visit_restricted")) return group_service_ids ?? "all";
  return type === "email" && email !== null && allowsAddress(settings, email) ? "all" : null;
}

function membersStanding(listener: Listener, facts: Facts): Standing {
  const sight = sightOf(listener, facts);
  if (sight === null) return NO_MEMBER;
  if (sight === "all") return { hears: true, listener, sees_only: null };
  const seen = new Set(visibleServices(facts.services, sight).map(({ id }) => id));
  const isSeen = facts.service_ids.length === 0 || facts.service_ids.some((id) => seen.has(id));
  return isSeen ? { hears: true, listener, sees_only: sight } : NO_MEMBER;
}

function standingOf(listener: Listener, facts: Facts, now: string): Standing {
  const { quarantined_until, quarantine_reason } = listener;
  if (quarantined_until !== null && quarantined_until > now)
    return { hears: false, state: "quarantined", reason: quarantine_reason ?? "quarantined" };
  if (facts.page.member_restricted) return membersStanding(listener, facts);
  return { hears: true, listener, sees_only: null };
}

/** Who of some subscriptions hears of something as it is now, by subscription. */
export async function standings(
  db: Db,
  grant: PageGrant,
  facts: Facts,
  ids: readonly number[],
): Promise<Map<number, Standing>> {
  const all = new Map<number, Standing>(ids.map((id) => [id, GONE]));
  if (!facts.listening) return all;
  const members_only = facts.page.member_restricted;
  const now = wireNow();
  const found = await listListeners(db, grant, facts.listening, { ids, members_only });
  for (const listener of found) all.set(listener.id, standingOf(listener, facts, now));
  return all;
}

/** null: it was sealed under a lost APP_SECRET. */
function addressOf({ type, email, country_dial_code, phone_number, webhook_url }: Listener) {
  if (type === "email") return email;
  if (type !== "sms" || phone_number === null) return webhook_url;
  return `+${`${country_dial_code}${phone_number}`.replace(/\D/g, "")}`;
}

/**
 * Whom messages are for, by subscription, with the links that let them have no more. Those whose
 * address or secret was sealed under a lost APP_SECRET are left out.
 */
export async function recipientsOf(
  db: Db,
  grant: PageGrant,
  listeners: readonly { listener: Listener; lang: string; earlier: string | null }[],
): Promise<Map<number, Recipient>> {
  const ids = listeners.map(({ listener }) => listener.id);
  const tokens = await manageTokens(db, grant, ids);
  return new Map(
    listeners.flatMap(({ listener, lang, earlier }) => {
      const { secret_sealed } = listener;
      const secret = secret_sealed && unsealIfOurs(secret_sealed);
      const address = addressOf(listener);
      if (address === null || (secret_sealed && secret === null)) return [];
      const token = tokens.get(listener.id);
      // Whoever has these links may end the subscription: in a chat they are anybody's.
      const isPrivate = token !== undefined && !isChat(listener.type);
      const urls = isPrivate ? linkUrls(grant, token, lang) : null;
      const recipient: Recipient = {
        address,
        secret,
        manage_url: urls?.manage_url ?? null,
        unsubscribe_url: urls?.unsubscribe_url ?? null,
        metadata: listener.metadata as NonNullable<Recipient["metadata"]>,
        isThreaded: styleOf(listener) === "living_message",
        earlier,
      };
      return [[listener.id, recipient] as const];
    }),
  );
}
