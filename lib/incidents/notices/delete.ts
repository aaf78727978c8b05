import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { eraseInfoNotices } from "#lib/incidents/notices/publish.ts";
import { getInfoNoticeRow } from "#lib/incidents/notices/queries.ts";
import type { InfoNoticeTarget } from "#lib/incidents/notices/read.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * Deletes a notice with its updates.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteInfoNotice(ctx: Context, target: InfoNoticeTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const notice = await getInfoNoticeRow(trx, grant, target.info_notice_id);
    const [deleted] = await eraseInfoNotices(trx, grant, [notice.id]);
    if (!deleted) throw notFound();
    withdraw("content");
    return {
      result: undefined,
      audit: {
        action: "info_notice.delete",
        subject_id: notice.id,
        changes: { title: notice.title },
      },
      events: [deleted],
    };
  });
}
