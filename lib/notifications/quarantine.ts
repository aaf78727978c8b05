import { z } from "zod";
import type { Listed, Slice } from "#db/keyset.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { plainText, text } from "#lib/core/fields/text.ts";
import { requiredDatetime, wireTime } from "#lib/core/fields/time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  listCauses,
  listQuarantineRows,
  type QuarantineFilter,
  releaseCause,
} from "#lib/notifications/quarantine.queries.ts";
import { causeOf } from "#lib/notifications/refusal-cause.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { displayAddress } from "#lib/subscribers/addresses.ts";
import {
  getSubscriptionRow,
  lockSubscription,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import type { SubscriptionTarget } from "#lib/subscribers/read.ts";
import { NOT_QUARANTINED } from "#lib/subscribers/rules.ts";

export type Quarantined = {
  id: number;
  type: SubscriptionType;
  address: string | null;
  kind: "dead" | "unwanted";
  reason: string | null;
  /** Wire times; `until` is the retrial, null: none. */
  at: string | null;
  until: string | null;
};

// The sentinel of addresses without a retrial.
const NEVER_FROM = "9999-01-01T00:00:00";

function serialize(row: SubscriptionRow): Quarantined {
  const { id, quarantine_kind, quarantine_reason, quarantined_at, quarantined_until } = row;
  return {
    ...{ id, type: row.type as SubscriptionType, address: displayAddress(row) },
    ...{ reason: quarantine_reason, at: quarantined_at },
    kind: quarantine_kind === "unwanted" ? "unwanted" : "dead",
    until: quarantined_until === NEVER_FROM ? null : quarantined_until,
  };
}

/** Lists quarantined addresses, newest first. @throws {AppError} */
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

/**
 * @returns null when the subscription is not quarantined. @throws {AppError} `not_found`,
 * `forbidden`
 */
export async function findQuarantine(
  ctx: Context,
  target: SubscriptionTarget,
): Promise<Quarantined | null> {
  const grant = await authorize(ctx, "page.read", target);
  const row = await getSubscriptionRow(ctx.db, grant, target.subscription_id);
  const { quarantined_until } = row;
  return quarantined_until !== null && quarantined_until > wireNow() ? serialize(row) : null;
}

const MAX_REASON = 300;

export const Quarantine = requiring(
  z.object({
    quarantined_at: requiredDatetime(),
    quarantined_until: requiredDatetime(),
    quarantine_reason: plainText(MAX_REASON),
  }),
  ["quarantined_at", "quarantined_until", "quarantine_reason"],
);
type Quarantine = z.output<typeof Quarantine>;

function quarantineOf(row: SubscriptionRow) {
  const { quarantined_at, quarantined_until, quarantine_reason } = row;
  return { quarantined_at, quarantined_until, quarantine_reason };
}

/**
 * Releases an address from quarantine.
 * @returns the former quarantine; null: none
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the subscriber opted out
 */
export async function releaseSubscription(
  ctx: Context,
  target: SubscriptionTarget,
): Promise<Quarantine | null> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const row = await lockSubscription(trx, grant, target.subscription_id);
    if (row.quarantine_kind === "unwanted") throw invalid({ base: [{ code: "opted_out" }] });
    await updateSubscriptionRow(trx, grant, row.id, { ...NOT_QUARANTINED, updated_at: wireNow() });
    const before = quarantineOf(row);
    const known = Quarantine.safeParse(before);
    return {
      result: known.success ? known.data : null,
      audit: {
        action: "subscription.release",
        subject_id: row.id,
        changes: { quarantined_until: null },
        before,
      },
      events: [],
    };
  });
}

/**
 * Undoes a release, unless the address is quarantined again.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function undoRelease(
  ctx: Context,
  target: SubscriptionTarget,
  input: Quarantine,
): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const row = await lockSubscription(trx, grant, target.subscription_id);
    const values = { ...input, quarantine_kind: "dead" as const, updated_at: wireNow() };
    if (row.quarantine_kind === null) await updateSubscriptionRow(trx, grant, row.id, values);
    return {
      result: undefined,
      audit: {
        action: "subscription.quarantine",
        subject_id: row.id,
        changes: input,
        before: quarantineOf(row),
      },
      events: [],
    };
  });
}

export const QuarantineCause = z
  .object({
    cause: z.string().meta({ description: "What the servers said, without numbers and addresses" }),
    count: z.int().meta({ description: "How many addresses it keeps in quarantine" }),
    example: z.string().meta({ description: "What was said of one of them" }),
    first_at: wireTime,
    last_at: wireTime,
  })
  .meta({ description: "What put at least two addresses into quarantine" });
export type QuarantineCause = z.infer<typeof QuarantineCause>;

/**
 * Lists what put several addresses into quarantine, the most frequent first; at most 50. Without
 * those who opted out. @throws {AppError} `not_found`, `forbidden`
 */
export async function listQuarantineCauses(
  ctx: Context,
  target: PageTarget,
): Promise<QuarantineCause[]> {
  const grant = await authorize(ctx, "page.read", target);
  return listCauses(ctx.db, grant, wireNow());
}

export const ReleaseQuarantine = requiring(
  z.object({
    cause: text(MAX_REASON).meta({
      description: "A `cause` of the list, or the `example` of one",
    }),
  }),
  ["cause"],
);

named(ReleaseQuarantine, "ReleaseQuarantine");

/**
 * Releases all that one cause put into quarantine. Nothing is sent because of it.
 * @returns how many
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function releaseQuarantineCause(
  ctx: Context,
  target: PageTarget,
  input: z.output<typeof ReleaseQuarantine>,
): Promise<{ released: number }> {
  const grant = await authorize(ctx, "subscription.write", target);
  const cause = causeOf(input.cause);
  return changeRecords(ctx, grant, async (trx) => {
    const released = await releaseCause(trx, grant, cause);
    return {
      result: { released },
      audit: {
        action: "status_page.release_quarantine",
        subject_id: grant.status_page_id,
        changes: { cause, released },
      },
      events: [],
    };
  });
}
