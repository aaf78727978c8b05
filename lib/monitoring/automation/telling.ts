import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { listInCharge } from "#lib/identity/members/page-members.queries.ts";
import type { Room } from "#lib/monitoring/automation/outages.ts";
import { type LedOutage, listTeamChats } from "#lib/monitoring/automation/queries.ts";
import type { Action } from "#lib/monitoring/automation/rules.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
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

type Listeners = { people: readonly number[]; isTeam: boolean };

/** Those whom the service names, else all who may publish what is found. */
async function teamOf(trx: Trx, grant: PageGrant, { notification_recipients: named }: Service) {
  if (named.length > 0) return { people: named, isTeam: false };
  return { people: await listInCharge(trx, grant, { limit: MOST_PEOPLE }), isTeam: true };
}

type Service = Pick<ServiceRow, "id" | "notification_recipients">;
type Params = Record<string, string>;

/** Orders a letter for each of some people, and a message for each chat of the team. */
async function order(
  trx: Trx,
  grant: PageGrant,
  { people, isTeam }: Listeners,
  given: Params,
): Promise<void> {
  const params = { ...given, why: isTeam ? "team" : "named" };
  const { status_page_id } = grant;
  const common = { status_page_id, expires_at: later(wireNow(), DAY_SECONDS) };
  for (const user_id of people)
    await enqueueMessage(trx, {
      ...common,
      kind: "service.verdict",
      params: { ...params, user_id: String(user_id) },
    });
  for (const { id } of await listTeamChats(trx, grant))
    await enqueueMessage(trx, {
      ...common,
      kind: "service.chat",
      params: { ...params, integration_id: String(id) },
    });
}

/** Orders what the team hears of a service, by mail and in its chats, with the change itself. */
export async function tellTeam({ trx, grant }: Room, following: Following): Promise<void> {
  const { service, isDown, since, down_at, reason, detail, outage } = following;
  const isWaiting = outage?.state === "waiting";
  const named = { people: service.notification_recipients, isTeam: false };
  await order(trx, grant, isWaiting ? await teamOf(trx, grant, service) : named, {
    service_id: String(service.id),
    state: isDown ? "down" : "up",
    since: since ?? wireNow(),
    down_at: down_at ?? "",
    reason: reason ?? "",
    detail: detail ?? "",
    publication: publicationOf(following),
    publish_at: outage?.publish_at ?? "",
  });
}

/** Orders what the team hears of a certificate that ends at a wire time. */
export async function tellOfCertificate(
  trx: Trx,
  grant: PageGrant,
  service: Service,
  ends_at: string,
): Promise<void> {
  const params = { service_id: String(service.id), state: "certificate", since: ends_at };
  await order(trx, grant, await teamOf(trx, grant, service), params);
}
