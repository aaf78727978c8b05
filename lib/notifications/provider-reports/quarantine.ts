import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockAddressed } from "#lib/notifications/provider-reports/queries.ts";
import type { Told } from "#lib/notifications/provider-reports/told.ts";
import { releaseQuarantine, setQuarantine } from "#lib/notifications/quarantine/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";

function spelled({ type, address }: Told): string {
  return type === "email" ? address.trim().toLowerCase() : `+${address.replace(/\D/g, "")}`;
}

/**
 * Does with a page's addresses what their provider tells of them: nothing more is sent to those
 * that are dead or want no more. Telling it twice changes nothing.
 */
export async function heed(
  ctx: Context,
  status_page_id: number,
  told: readonly Told[],
): Promise<void> {
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant || told.length === 0) return;
  await changeRecords(ctx, grant, async (trx) => {
    const now = wireNow();
    for (const [type, news] of Map.groupBy(told, (one) => one.type)) {
      const last = new Map(news.map((one) => [spelled(one), one]));
      const found = await lockAddressed(trx, grant, type, { addresses: [...last.keys()], now });
      const wanted = found.filter(({ address }) => last.get(address)?.news === "wanted");
      if (wanted.length > 0)
        await releaseQuarantine(
          trx,
          grant,
          wanted.map(({ id }) => ({ subscription_id: id })),
        );
      const refused = found.flatMap(({ id, address, is_quarantined }) => {
        const one = last.get(address);
        if (!one || one.news === "wanted") return [];
        const unwanted = one.news === "unwanted";
        // A second report is not a second refusal.
        if (is_quarantined && !unwanted) return [];
        const reason = redact(one.reason, [one.address, address]);
        return [{ subscription_id: id, reason, answer: null, unwanted }];
      });
      if (refused.length > 0) await setQuarantine(trx, grant, refused, now);
    }
    return { result: undefined, audit: null, events: [] };
  });
}
