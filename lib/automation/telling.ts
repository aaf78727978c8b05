import type { Room } from "#lib/automation/outages.ts";
import type { LedOutage } from "#lib/automation/queries.ts";
import { listTeamChats } from "#lib/automation/queries.ts";
import type { Action } from "#lib/automation/rules.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/clock.ts";
import { orderMessage } from "#lib/outbox/order.ts";
import { listInCharge } from "#lib/page-members/queries.ts";
import type { ServiceRow } from "#lib/services/queries.ts";

const MOST_PEOPLE = 200;

/** What followed from a verdict: the team hears of it. */
export type Following = {
  service: ServiceRow;
  isDown: boolean;
  /** Wire times: from when on it holds, and since when the service was down. */
  since: string | null;
  down_at: string | null;
  reason: string | null;
  detail: string | null;
  action: Action;
  outage: LedOutage | null;
};

/** What a letter says of the incident; empty: nothing. */
export const PUBLICATIONS = [
  "published",
  "joined",
  "delayed",
  "draft",
  "noted",
  "unpublished",
] as const;
type Publication = (typeof PUBLICATIONS)[number];

function publicationOf({ isDown, action, outage }: Following): Publication | "" {
  if (!outage) return "";
  if (!isDown) return outage.state === "recovered" ? "unpublished" : "";
  if (action === "note") return "noted";
  if (outage.state === "waiting") return outage.publish_at === null ? "draft" : "delayed";
  return action === "join" ? "joined" : "published";
}

/** Those whom the service names; of what waits for somebody, without any, all who may publish it. */
async function peopleToTell(
  { trx, grant }: Room,
  { service, outage }: Following,
): Promise<{ people: readonly number[]; isTeam: boolean }> {
  const { notification_recipients: named } = service;
  if (named.length > 0 || outage?.state !== "waiting") return { people: named, isTeam: false };
  return { people: await listInCharge(trx, grant, { limit: MOST_PEOPLE }), isTeam: true };
}

/** Orders what the team hears of a service, by mail and in its chats, with the change itself. */
export async function tellTeam(room: Room, following: Following): Promise<void> {
  const { trx, grant } = room;
  const { service, isDown, since, down_at, reason, detail, outage } = following;
  const { people, isTeam } = await peopleToTell(room, following);
  const params = {
    service_id: String(service.id),
    state: isDown ? "down" : "up",
    since: since ?? wireNow(),
    down_at: down_at ?? "",
    reason: [reason, detail].filter(Boolean).join(": "),
    publication: publicationOf(following),
    publish_at: outage?.publish_at ?? "",
    why: isTeam ? "team" : "named",
  };
  const common = {
    status_page_id: grant.status_page_id,
    expires_at: later(wireNow(), DAY_SECONDS),
  };
  for (const user_id of people)
    await orderMessage(trx, {
      ...common,
      kind: "service.verdict",
      params: { ...params, user_id: String(user_id) },
    });
  for (const { id } of await listTeamChats(trx, grant))
    await orderMessage(trx, {
      ...common,
      kind: "service.chat",
      params: { ...params, integration_id: String(id) },
    });
}
