import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Role, rolesThatMay } from "#lib/core/access/permissions.ts";
import {
  type AudienceFilter,
  isFirstForAddress,
  matchesSubscription,
} from "#lib/notifications/audience/matching.queries.ts";

/** For e-mail the user with that address; otherwise the user who requested the subscription. */
export function isOwner(name: string): RawBuilder<boolean> {
  const its = (column: string) => sql.ref(`${name}.${column}`);
  return sql<boolean>`(case when ${its("type")} = 'email'
    then lower(users.email) = lower(${its("email")}) else users.id = ${its("requested_by")} end)`;
}

export function roleOf(
  { organization_id, status_page_id }: PageGrant,
  name: string,
): RawBuilder<Role | null> {
  return sql`(
    select m.role from memberships as m join users on users.id = m.user_id
    where ${isOwner(name)} and m.organization_id = ${organization_id}
      and (m.status_page_id is null or m.status_page_id = ${status_page_id})
    order by m.status_page_id nulls last limit 1)`;
}

function maySee(grant: PageGrant, domains: readonly string[]): RawBuilder<boolean> {
  const roles = rolesThatMay("page.visit_restricted");
  return sql<boolean>`((type <> 'email' and requested_at is null)
    or (type = 'email' and lower(split_part(email, '@', -1)) = any(${domains}))
    or ${roleOf(grant, "subscriptions")} = any(${roles}))`;
}

type ChannelCount = { type: SubscriptionType; count: number; quarantined_count: number };

type Counting = {
  now: string;
  groups?: readonly number[] | undefined;
  /** Set for a members-only page: the e-mail domains that may see it. */
  domains?: readonly string[] | undefined;
};

// Matches a partial index, which counts most subscribers without reading their rows.
const TO_ALL = sql<boolean>`filter = 'all' and webhook_url is null and confirmed_at is not null`;
const OTHERS = sql<boolean>`(filter <> 'all' or webhook_url is not null)`;

function counting(db: Db, grant: PageGrant, now: string) {
  const isHeld = sql<boolean>`coalesce(quarantined_until > ${now}::timestamptz, false)`;
  return db
    .selectFrom("subscriptions")
    .select(({ fn }) => [
      "type",
      fn.countAll<number>().filterWhere(sql<boolean>`not ${isHeld}`).as("count"),
      fn.countAll<number>().filterWhere(isHeld).as("quarantined_count"),
    ])
    .where("status_page_id", "=", grant.status_page_id)
    .groupBy("type");
}

/**
 * Counts matching and quarantined subscriptions by channel. Ignores that members may see other
 * services only.
 */
export async function countSubscribers(
  db: Db,
  grant: PageGrant,
  audience: AudienceFilter,
  { now, groups, domains }: Counting,
): Promise<ChannelCount[]> {
  const page = grant.status_page_id;
  const grouped = sql<boolean>`id in (
    select subscription_id from subscription_group_members
    where status_page_id = ${page} and subscription_group_id = any(${groups ?? []}::bigint[]))`;
  const subscribers = counting(db, grant, now)
    .where(matchesSubscription(grant, audience))
    .where(isFirstForAddress(grant, audience));
  if (domains) {
    const members = subscribers.where(maySee(grant, domains));
    return (groups ? members.where(grouped) : members).orderBy("type").execute();
  }
  if (groups) return subscribers.where(grouped).orderBy("type").execute();
  if (audience.event.group_ids?.length) return subscribers.orderBy("type").execute();
  const to_all = counting(db, grant, now)
    .where(TO_ALL)
    .where(sql<boolean>`type = any(${audience.types})`);
  const parts = subscribers.where(OTHERS).unionAll(to_all).as("parts");
  return db
    .selectFrom(parts)
    .select(({ fn }) => [
      "type",
      fn.sum<number>("count").as("count"),
      fn.sum<number>("quarantined_count").as("quarantined_count"),
    ])
    .groupBy("type")
    .orderBy("type")
    .execute() as Promise<ChannelCount[]>;
}

export async function findNewestSent(
  db: Db,
  grant: PageGrant,
  since: string,
): Promise<number | null> {
  const row = await db
    .selectFrom("events")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("inserted_at", ">=", since)
    .where("news_done_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const LATELY = 3;

export async function listSpeeds(
  db: Db,
  grant: PageGrant,
  since: string,
): Promise<{ channel: SubscriptionType; count: number; seconds: number }[]> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ channel: SubscriptionType; count: number; seconds: number }>`
    with done as (
      select id, inserted_at from events
      where status_page_id = ${page} and inserted_at >= ${since}::timestamptz
        and news_done_at is not null
      order by id desc limit ${LATELY})
    select channel, count(*) as count,
      extract(epoch from max(settled_at) - min(settled_at))::float as seconds
    from notifications as sent join done
      on done.id = sent.event_id and done.inserted_at = sent.inserted_at
    where sent.status_page_id = ${page} and sent.inserted_at >= ${since}::timestamptz
      and sent.state = 'handed_over' and sent.attempts = 1
    group by channel, event_id`.execute(db);
  return rows;
}
