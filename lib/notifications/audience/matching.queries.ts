import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

/** The parts of an event that decide who is notified. */
export type NotifiedEvent = {
  incident_id: number | null;
  /** Empty for a notice. */
  type: string;
  /** Visible affected services and their parents. */
  service_ids: readonly number[];
  /** Limits the audience to members of these groups; empty: no limit. */
  group_ids?: readonly number[];
};

/** The messages about an event's record, other than the event's own. */
export type EarlierMessages = { subject: string; event_id: number | null; since: string };

export type AudienceFilter = {
  event: NotifiedEvent;
  types: readonly SubscriptionType[];
  /** Recipients of these stay in the audience; null: there are none. */
  earlier: EarlierMessages | null;
};

/** Whether a subscription's own filter selects the event. */
function selects(
  { status_page_id }: PageGrant,
  { incident_id, type, service_ids }: NotifiedEvent,
  name: string,
): RawBuilder<boolean> {
  const its = (column: string) => sql.ref(`${name}.${column}`);
  return sql<boolean>`(${its("filter")} = 'all'
    or (${its("filter")} = 'incident' and ${its("incident_id")} = ${incident_id}::bigint)
    or (${its("filter")} = 'incident_types' and ${type} = any(${its("incident_types")}))
    or (${its("filter")} = 'services' and ${its("id")} in (
      select subscription_id from subscription_services
      where status_page_id = ${status_page_id} and service_id = any(${service_ids}::bigint[]))))`;
}

/** Whether filter and groups of a subscription, under the query's alias, select the event. */
export function isSelected(
  grant: PageGrant,
  { event }: AudienceFilter,
  name: string,
): RawBuilder<boolean> {
  const { group_ids = [] } = event;
  if (group_ids.length === 0) return selects(grant, event, name);
  return sql<boolean>`(${selects(grant, event, name)} and ${sql.ref(`${name}.id`)} in (
    select subscription_id from subscription_group_members
    where status_page_id = ${grant.status_page_id}
      and subscription_group_id = any(${group_ids}::bigint[])))`;
}

/** Whether all services that a notified subscription chose were taken out of the event. */
export function isNoLongerAffected(
  grant: PageGrant,
  { event }: AudienceFilter,
  name: string,
): RawBuilder<boolean> {
  const filter = sql.ref(`${name}.filter`);
  return sql<boolean>`(${filter} = 'services' and not ${selects(grant, event, name)})`;
}

function earlierMessages(
  { status_page_id }: PageGrant,
  { subject, event_id, since }: EarlierMessages,
  name: string,
): RawBuilder<unknown> {
  return sql`notifications as before
    where before.status_page_id = ${status_page_id} and before.subject = ${subject}
      and before.subscription_id = ${sql.ref(`${name}.id`)}
      and before.event_id is distinct from ${event_id}::bigint
      and before.inserted_at >= ${since}::timestamptz`;
}

/** Whether a message about the same record has left for a subscription. */
export function wasNotified(
  grant: PageGrant,
  { earlier }: AudienceFilter,
  name: string,
): RawBuilder<boolean> {
  if (!earlier) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from ${earlierMessages(grant, earlier, name)} and before.state = 'handed_over')`;
}

/** The newest message decides: after `no_longer_affected` there are no others. */
function staysNotified(
  grant: PageGrant,
  { earlier }: AudienceFilter,
  name: string,
): RawBuilder<boolean> {
  if (!earlier) return sql<boolean>`false`;
  return sql<boolean>`coalesce((
    select not before.no_longer_affected from ${earlierMessages(grant, earlier, name)}
      and before.state in ('waiting', 'handed_over')
    order by before.event_id desc limit 1), false)`;
}

/** Whether a confirmed subscription, under the query's alias, is to be notified of the event. */
export function matchesSubscription(
  grant: PageGrant,
  audience: AudienceFilter,
  name = "subscriptions",
): RawBuilder<boolean> {
  const its = (column: string) => sql.ref(`${name}.${column}`);
  return sql<boolean>`(
    ${its("confirmed_at")} is not null and ${its("type")} = any(${audience.types})
    and (${isSelected(grant, audience, name)} or ${staysNotified(grant, audience, name)}))`;
}

/** @param event_id is not counted; null: all events count */
export async function findEarlierMessages(
  db: Db,
  grant: PageGrant,
  subject: string,
  event_id: number | null,
): Promise<EarlierMessages | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(inserted_at) as since from events
    where status_page_id = ${grant.status_page_id} and subject = ${subject}
      and id is distinct from ${event_id}::bigint and news_update_ids is not null`.execute(db);
  const since = rows[0]?.since ?? null;
  return since === null ? null : { subject, event_id, since };
}

/** Whether no older subscription with the same chat or webhook URL matches, too. */
export function isFirstForAddress(
  grant: PageGrant,
  audience: AudienceFilter,
  name = "subscriptions",
): RawBuilder<boolean> {
  const its = (column: string) => sql.ref(`${name}.${column}`);
  return sql<boolean>`(${its("webhook_url")} is null or not exists (
    select from subscriptions as twin
    where twin.status_page_id = ${grant.status_page_id} and twin.id < ${its("id")}
      and md5(twin.webhook_url) = md5(${its("webhook_url")})
      and twin.webhook_url = ${its("webhook_url")}
      and ${matchesSubscription(grant, audience, "twin")}))`;
}
