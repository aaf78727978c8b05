import type { Listed, Slice } from "#db/keyset.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  listQuarantineRows,
  type QuarantineFilter,
} from "#lib/notifications/quarantine/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { maskedAddress } from "#lib/subscribers/addresses.ts";
import { getSubscriptionRow, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import type { SubscriptionTarget } from "#lib/subscribers/read.ts";

/** An address that nothing is sent to. */
export type Quarantined = {
  id: number;
  type: SubscriptionType;
  address: string | null;
  kind: "dead" | "unwanted";
  reason: string | null;
  /** Wire times; `until`: it is tried once more then, null: not by itself. */
  at: string | null;
  until: string | null;
};

// What is tried again at all is tried again after a week.
const NEVER_FROM = "9999-01-01T00:00:00";

function serialize(row: SubscriptionRow): Quarantined {
  const { id, quarantine_kind, quarantine_reason, quarantined_at, quarantined_until } = row;
  return {
    ...{ id, type: row.type as SubscriptionType, address: maskedAddress(row) },
    ...{ reason: quarantine_reason, at: quarantined_at },
    kind: quarantine_kind === "unwanted" ? "unwanted" : "dead",
    until: quarantined_until === NEVER_FROM ? null : quarantined_until,
  };
}

/** Addresses of the page that nothing is sent to, the newest first. @throws {AppError} */
export async function listQuarantine(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: QuarantineFilter,
): Promise<Listed<Quarantined>> {
  const grant = await authorize(ctx, "page.read", target);
  const asked = { ...filter, now: wireNow() };
  return listQuarantineRows(ctx.db, grant, slice, asked, (rows) => rows.map(serialize));
}

/** Why nothing is sent to a subscription; null: it is. @throws {AppError} `not_found`, `forbidden` */
export async function findQuarantine(
  ctx: Context,
  target: SubscriptionTarget,
): Promise<Quarantined | null> {
  const grant = await authorize(ctx, "page.read", target);
  const row = await getSubscriptionRow(ctx.db, grant, target.subscription_id);
  const { quarantined_until } = row;
  return quarantined_until !== null && quarantined_until > wireNow() ? serialize(row) : null;
}
