import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { orderBatch } from "#lib/notifications/order.ts";
import { releaseQuarantine } from "#lib/notifications/quarantine/queries.ts";
import { lockNotification, sendAgain } from "#lib/notifications/resend.queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { lockSubscription } from "#lib/subscribers/queries.ts";

type NotificationTarget = PageTarget & { event_id: number; subscription_id: number };

/** So long after what it tells of a message may be sent again: the ledger is not claimed from further back. */
const RESENT_WITHIN_DAYS = 7;

/** The wire time from which on events are young enough for that. */
export function resentSince(now: string): string {
  return later(now, -RESENT_WITHIN_DAYS * DAY_SECONDS);
}

/**
 * Has one message wait again, to be sent at once; its attempts go on being counted. An address in
 * quarantine is written to again with it.
 * @throws {AppError} `not_found` for the message or its subscription, `forbidden`, `invalid` when
 *   the subscriber wants no more, or what it tells is too long ago
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
    await sendAgain(trx, grant, row, now);
    if (quarantine_kind !== null) await releaseQuarantine(trx, grant, [{ subscription_id }]);
    await orderBatch(trx, grant.status_page_id, row.channel, now);
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
