import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { enqueueBatch, lockNotification, markDue } from "#lib/notifications/ledger.queries.ts";
import { releaseQuarantine } from "#lib/notifications/quarantine.queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { lockSubscription } from "#lib/subscribers/queries.ts";

type NotificationTarget = PageTarget & { event_id: number; subscription_id: number };

/** The ledger claims nothing older than this. */
const RESENT_WITHIN_DAYS = 7;

export function resentSince(now: string): string {
  return later(now, -RESENT_WITHIN_DAYS * DAY_SECONDS);
}

/**
 * Sends one message again; attempts keep counting. Releases the address from quarantine.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when the subscriber opted out or the event
 * is too old
 */
export async function resendNotification(ctx: Context, target: NotificationTarget): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  const { subscription_id } = target;
  return changeRecords(ctx, grant, async (trx) => {
    const now = wireNow();
    const { quarantine_kind } = await lockSubscription(trx, grant, subscription_id);
    const row = await lockNotification(trx, grant, target);
    if (quarantine_kind === "unwanted") throw invalid({ base: [{ code: "opted_out" }] });
    if (row.inserted_at < resentSince(now)) throw invalid({ base: [{ code: "too_late" }] });
    await markDue(trx, grant, row, now);
    if (quarantine_kind !== null) await releaseQuarantine(trx, grant, [{ subscription_id }]);
    await enqueueBatch(trx, grant.status_page_id, row.channel, now);
    const { id, event_id, state, attempts } = row;
    return {
      result: undefined,
      audit: {
        action: "notification.resend",
        subject_id: id,
        changes: { event_id, subscription_id, was: state, attempts },
      },
      events: [],
    };
  });
}
