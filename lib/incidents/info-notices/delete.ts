import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import { type EventDraft, recordEvents, withdrawRecord } from "#lib/core/events/record.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { infoNoticeDeleted } from "#lib/incidents/info-notices/publish.ts";
import {
  deleteInfoNoticeRows,
  getInfoNoticeRow,
  type InfoNoticeRow,
  listInfoNoticesById,
} from "#lib/incidents/info-notices/queries.ts";
import { completeInfoNotices, type InfoNoticeTarget } from "#lib/incidents/info-notices/read.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

const BATCH = 50;

/** Deletes notices in batches. One that was never announced needs no event. */
export async function eraseInfoNotices(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
): Promise<EventDraft[]> {
  const events: EventDraft[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const known: InfoNoticeRow[] = [];
    for (const row of await listInfoNoticesById(trx, grant, batch)) {
      const { proof } = await withdrawRecord(trx, grant, subjectOf("info_notice", row.id));
      if (proof) events.push(proof);
      else known.push(row);
    }
    const deleted = (await completeInfoNotices(trx, grant, known)).map(infoNoticeDeleted);
    events.push(...(await recordEvents(trx, grant, deleted)));
    await deleteInfoNoticeRows(trx, grant, batch);
  }
  return events;
}

/** @throws {AppError} `not_found`, `forbidden` */
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
