import { sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countSome } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";
import { NOT_QUARANTINED } from "#lib/subscribers/rules.ts";

/** After so long an address is tried once more, by itself. */
const RETRIAL = sql`interval '7 days'`;
/** So long after it was tried once more, a bounce may still come: providers take first, and tell later. */
const BOUNCE = sql`interval '3 days'`;
/** Who is refused then, too, is not tried again. */
const NEVER = sql`timestamptz '9999-01-01 00:00:00+00'`;

type Refused = {
  subscription_id: number;
  reason: string | null;
  answer: string | null;
  /** Whether they said that they want no more, so that they are not tried once more. */
  unwanted: boolean;
};

/**
 * Sends nothing more to addresses that were refused, until they are tried once more. Who wants no
 * more stays so, whatever else is told of the address.
 */
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

/** Writes to addresses again, whatever was told of them. */
export async function releaseQuarantine(
  trx: Trx,
  grant: PageGrant,
  addressed: readonly Addressed[],
): Promise<void> {
  await released(trx, grant, addressed).where("quarantined_until", "is not", null).execute();
}

/**
 * Ends the quarantine of addresses that something arrived at days after they were tried once more.
 * Until then, a bounce is their second. What was told of an address while a message was under way
 * says more than that it was taken.
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

/** What the quarantine is narrowed to; `email_part`: in whichever case. */
export type QuarantineFilter = {
  type?: SubscriptionType;
  kind?: "dead" | "unwanted";
  email_part?: string;
};

const NEWEST_FIRST: Order = { columns: ["quarantined_at", "id"], direction: "desc" };

/** Addresses of a page that nothing is sent to at a wire time, the newest first. */
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
