import { z } from "zod";
import { authorize } from "#lib/core/access/authorize.ts";
import { requiring } from "#lib/core/fields/schema.ts";
import { plainText } from "#lib/core/fields/text.ts";
import { requiredDatetime } from "#lib/core/fields/time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import type { SubscriptionTarget } from "#lib/subscribers/read.ts";
import { NOT_QUARANTINED } from "#lib/subscribers/rules.ts";

const MAX_REASON = 300;

/** How an address was quarantined, for who takes its release back. */
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
 * Has an address that nothing arrived at written to again.
 * @returns how it was quarantined; null: it was not
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the subscriber wants no more
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
 * Takes the release of an address back, unless it is in quarantine again.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function quarantineAgain(
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
