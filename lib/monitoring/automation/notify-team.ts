import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { listInCharge } from "#lib/identity/members/page-members.queries.ts";
import type { PageChange } from "#lib/monitoring/automation/open-outage.ts";
import { listTeamChats, type OutageWithIncident } from "#lib/monitoring/automation/queries.ts";
import type { Action } from "#lib/monitoring/automation/rules.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import type { ServiceRow } from "#lib/services/queries.ts";

const MAX_PEOPLE = 200;

export type TeamNotice = {
  service: ServiceRow;
  isDown: boolean;
  /** Wire times: since when the verdict holds, and since when the service was down. */
  since: string | null;
  down_at: string | null;
  reason: string | null;
  detail: string | null;
  action: Action;
  outage: OutageWithIncident | null;
};

export const PUBLICATIONS = [
  "published",
  "joined",
  "delayed",
  "draft",
  "noted",
  "unpublished",
] as const;
type Publication = (typeof PUBLICATIONS)[number];

function publicationOf({ isDown, action, outage }: TeamNotice): Publication | "" {
  if (!outage) return "";
  if (!isDown) return outage.state === "recovered" ? "unpublished" : "";
  if (action === "note") return "noted";
  if (outage.state === "waiting") return outage.publish_at === null ? "draft" : "delayed";
  return action === "join" ? "joined" : "published";
}

type Recipients = { people: readonly number[]; isTeam: boolean };

/** The service's recipients, else everybody who may publish. */
async function teamOf(trx: Trx, grant: PageGrant, { notification_recipients: named }: Service) {
  if (named.length > 0) return { people: named, isTeam: false };
  return { people: await listInCharge(trx, grant, { limit: MAX_PEOPLE }), isTeam: true };
}

type Service = Pick<ServiceRow, "id" | "notification_recipients">;
type Params = Record<string, string>;

async function enqueueMessages(
  trx: Trx,
  grant: PageGrant,
  { people, isTeam }: Recipients,
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

export async function notifyTeam({ trx, grant }: PageChange, notice: TeamNotice): Promise<void> {
  const { service, isDown, since, down_at, reason, detail, outage } = notice;
  const isWaiting = outage?.state === "waiting";
  const named = { people: service.notification_recipients, isTeam: false };
  await enqueueMessages(trx, grant, isWaiting ? await teamOf(trx, grant, service) : named, {
    service_id: String(service.id),
    state: isDown ? "down" : "up",
    since: since ?? wireNow(),
    down_at: down_at ?? "",
    reason: reason ?? "",
    detail: detail ?? "",
    publication: publicationOf(notice),
    publish_at: outage?.publish_at ?? "",
  });
}

export async function notifyTeamOfCertificate(
  trx: Trx,
  grant: PageGrant,
  service: Service,
  ends_at: string,
): Promise<void> {
  const params = { service_id: String(service.id), state: "certificate", since: ends_at };
  await enqueueMessages(trx, grant, await teamOf(trx, grant, service), params);
}
