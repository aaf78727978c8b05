import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockAddressed } from "#lib/notifications/provider-reports/queries.ts";
import type { ProviderReport } from "#lib/notifications/provider-reports/report.ts";
import { releaseQuarantine, setQuarantine } from "#lib/notifications/quarantine.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";

function spelled({ type, address }: ProviderReport): string {
  return type === "email" ? address.trim().toLowerCase() : `+${address.replace(/\D/g, "")}`;
}

/** Quarantines or releases addresses as their provider reports; idempotent. */
export async function applyReports(
  ctx: Context,
  status_page_id: number,
  all: readonly ProviderReport[],
): Promise<void> {
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant || all.length === 0) return;
  await changeRecords(ctx, grant, async (trx) => {
    const now = wireNow();
    for (const [type, reports] of Map.groupBy(all, (one) => one.type)) {
      const last = new Map(reports.map((one) => [spelled(one), one]));
      const found = await lockAddressed(trx, grant, type, { addresses: [...last.keys()], now });
      const wanted = found.filter(({ address }) => last.get(address)?.status === "resubscribed");
      if (wanted.length > 0)
        await releaseQuarantine(
          trx,
          grant,
          wanted.map(({ id }) => ({ subscription_id: id })),
        );
      const refused = found.flatMap(({ id, address, is_quarantined }) => {
        const one = last.get(address);
        if (!one || one.status === "resubscribed") return [];
        const unwanted = one.status === "unsubscribed";
        // A repeated report is no second refusal.
        if (is_quarantined && !unwanted) return [];
        const reason = redact(one.reason, [one.address, address]);
        return [{ subscription_id: id, reason, answer: null, unwanted }];
      });
      if (refused.length > 0) await setQuarantine(trx, grant, refused, now);
    }
    return { result: undefined, audit: null, events: [] };
  });
}
