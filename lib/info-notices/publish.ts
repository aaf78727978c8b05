import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { type RecordedEvent, recordEvents } from "#lib/events/record.ts";
import { infoNoticeDeleted } from "#lib/info-notices/events.ts";
import {
  deleteInfoNoticeRows,
  type InfoNoticeRow,
  listInfoNoticesById,
} from "#lib/info-notices/queries.ts";
import { completeInfoNotices } from "#lib/info-notices/read.ts";
import type { InfoNotice } from "#lib/info-notices/schema.ts";
import { checkRecordSize } from "#lib/record-size.ts";

/**
 * A notice, as the wire has it, that may be shown as it is. Only `publishInfoNotice` makes one, and
 * the events of a changed notice are created from one.
 */
class PublishedNotice {
  readonly #notice: InfoNotice;
  constructor(notice: InfoNotice) {
    this.#notice = notice;
  }
  get notice(): InfoNotice {
    return this.#notice;
  }
}
export type Published = PublishedNotice;

/** What every change of a notice ends with. */
export async function publishInfoNotice(
  trx: Trx,
  grant: PageGrant,
  row: InfoNoticeRow,
): Promise<Published> {
  const [notice] = (await completeInfoNotices(trx, grant, [row])) as [InfoNotice];
  checkRecordSize(notice);
  return new PublishedNotice(notice);
}

// So many are in memory at a time, with all their updates.
const BATCH = 50;

/** Deletes notices with their updates. @returns the events to record */
export async function eraseInfoNotices(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const rows = await listInfoNoticesById(trx, grant, batch);
    const deleted = (await completeInfoNotices(trx, grant, rows)).map(infoNoticeDeleted);
    events.push(...(await recordEvents(trx, grant, deleted)));
    await deleteInfoNoticeRows(trx, grant, batch);
  }
  return events;
}
