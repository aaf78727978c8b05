import { sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countSome } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { OWN_WORDS } from "#lib/notifications/refusal-cause.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";
import { NOT_QUARANTINED } from "#lib/subscribers/rules.ts";

const RETRIAL = sql`interval '7 days'`;
/** Providers may report a bounce days after accepting a message. */
const BOUNCE = sql`interval '3 days'`;
/** An address that is refused in the retrial stays quarantined. */
const NEVER = sql`timestamptz '9999-01-01 00:00:00+00'`;

type Refused = {
  subscription_id: number;
  reason: string | null;
  answer: string | null;
  unwanted: boolean;
};

/** Quarantines refused addresses until their retrial. An opt-out outlives any later report. */
export async function setQuarantine(
  trx: Trx,
  grant: PageGrant,
  refused: readonly Refused[],
  now: string,
): Promise<void> {
  const reasons = refused.map(({ reason, answer, unwanted }) =>
    unwanted ? reason : answer || reason,
  );
  await sql`
    update subscriptions set quarantined_at = coalesce(quarantined_at, ${now}::timestamptz),
      quarantined_until = case when quarantined_until is null and not unwanted
        then ${now}::timestamptz + ${RETRIAL} else ${NEVER} end,
      quarantine_kind = case when unwanted or quarantine_kind = 'unwanted' then 'unwanted'
        else 'dead' end,
      quarantine_reason = case when quarantine_kind = 'unwanted' and not unwanted
        then quarantine_reason else refused.reason end
    from unnest(${refused.map(({ subscription_id }) => subscription_id)}::bigint[],
      ${reasons}::text[], ${refused.map(({ unwanted }) => unwanted)}::boolean[])
      as refused (id, reason, unwanted)
    where status_page_id = ${grant.status_page_id} and subscriptions.id = refused.id`.execute(trx);
}

type Addressed = { subscription_id: number };

function released(trx: Trx, grant: PageGrant, addressed: readonly Addressed[]) {
  const ids = addressed.map(({ subscription_id }) => subscription_id);
  return trx
    .updateTable("subscriptions")
    .set(NOT_QUARANTINED)
    .where("status_page_id", "=", grant.status_page_id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`);
}

export async function releaseQuarantine(
  trx: Trx,
  grant: PageGrant,
  addressed: readonly Addressed[],
): Promise<void> {
  await released(trx, grant, addressed).where("quarantined_until", "is not", null).execute();
}

/**
 * Releases addresses whose retrial succeeded days ago; until then a late bounce counts as the
 * second. A report that arrives while a message is under way outweighs the message's acceptance.
 */
export async function releaseArrived(
  trx: Trx,
  grant: PageGrant,
  arrived: readonly Addressed[],
  now: string,
): Promise<void> {
  await released(trx, grant, arrived)
    .where(sql<boolean>`quarantined_until <= ${now}::timestamptz - ${BOUNCE}`)
    .execute();
}

export type QuarantineFilter = {
  type?: SubscriptionType;
  kind?: "dead" | "unwanted";
  email_part?: string;
};

const NEWEST_FIRST: Order = { columns: ["quarantined_at", "id"], direction: "desc" };

export async function listQuarantineRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  { now, type, kind, email_part }: QuarantineFilter & { now: string },
  answer: Answer<SubscriptionRow, Answered>,
): Promise<Listed<Answered>> {
  let query = db
    .selectFrom("subscriptions")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("quarantined_until", ">", now);
  if (type !== undefined) query = query.where("type", "=", type);
  if (kind !== undefined) query = query.where("quarantine_kind", "=", kind);
  if (email_part) query = query.where(sql<boolean>`strpos(lower(email), lower(${email_part})) > 0`);
  const count = countSome(db, query);
  const opened = (rows: SubscriptionRow[]) => answer(rows.map(openAddress));
  return readList(db, query, slice, { order: NEWEST_FIRST, count, answer: opened });
}

// The same as causeOf.
const CAUSE = sql<string>`btrim(regexp_replace(regexp_replace(
  quarantine_reason, ${sql.lit(OWN_WORDS)}, '', 'g'), '\\s+', ' ', 'g'))`;
const MAX_CAUSES = 50;

export type QuarantineCause = {
  cause: string;
  count: number;
  example: string;
  /** Wire times. */
  first_at: string;
  last_at: string;
};

/** The causes that put several addresses into quarantine, the most frequent first. */
export async function listCauses(
  db: Db,
  grant: PageGrant,
  now: string,
): Promise<QuarantineCause[]> {
  return db
    .selectFrom("subscriptions")
    .select(({ fn }) => [
      CAUSE.as("cause"),
      fn.countAll<number>().as("count"),
      fn.max<string>("quarantine_reason").as("example"),
      fn.min<string>("quarantined_at").as("first_at"),
      fn.max<string>("quarantined_at").as("last_at"),
    ])
    .where("status_page_id", "=", grant.status_page_id)
    .where("quarantined_until", ">", now)
    .where("quarantine_kind", "=", "dead")
    .where("quarantine_reason", "is not", null)
    .groupBy(CAUSE)
    .having(({ fn }) => fn.countAll(), ">", 1)
    .orderBy("count", "desc")
    .orderBy("cause")
    .limit(MAX_CAUSES)
    .execute();
}

/** Releases everybody whom a cause put into quarantine. @returns how many */
export async function releaseCause(trx: Trx, grant: PageGrant, cause: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("subscriptions")
    .set({ ...NOT_QUARANTINED, updated_at: wireNow() })
    .where("status_page_id", "=", grant.status_page_id)
    .where("quarantine_kind", "=", "dead")
    .where(CAUSE, "=", cause)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
