import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { deleteInfoNoticeRows, type InfoNoticeRow, listInfoNoticesById } from "#lib/info-notices/queries.ts";
import { completeInfoNotices } from "#lib/info-notices/read.ts";
import type { InfoNotice } from "#lib/info-notices/schema.ts";
import { checkSize } from "#lib/updates/size.ts";
import { emit } from "#lib/webhooks/emit.ts";

/** What every change of a notice ends with: tells the webhooks. @returns the notice as the wire has it */
export async function publishInfoNotice(
  trx: Trx,
  grant: PageGrant,
  row: InfoNoticeRow,
  event: "info_notice.created" | "info_notice.updated",
): Promise<InfoNotice> {
  const [notice] = (await completeInfoNotices(trx, grant, [row])) as [InfoNotice];
  checkSize(notice.updates);
  await emit(trx, grant, event, notice);
  return notice;
}

// So many are in memory at a time, with all their updates.
const BATCH = 50;

/** Deletes notices with their updates, and tells the webhooks. */
export async function eraseInfoNotices(trx: Trx, grant: PageGrant, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const rows = await listInfoNoticesById(trx, grant, batch);
    for (const notice of await completeInfoNotices(trx, grant, rows)) await emit(trx, grant, "info_notice.deleted", notice);
    await deleteInfoNoticeRows(trx, grant, batch);
  }
}
