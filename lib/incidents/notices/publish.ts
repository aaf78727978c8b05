import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { subjectOf } from "#lib/core/events/event.ts";
import { recordEvents, type Told } from "#lib/core/events/record.ts";
import { withdrawRecord } from "#lib/core/events/withdraw.ts";
import { infoNoticeDeleted } from "#lib/incidents/notices/events.ts";
import {
  deleteInfoNoticeRows,
  type InfoNoticeRow,
  listInfoNoticesById,
} from "#lib/incidents/notices/queries.ts";
import { completeInfoNotices } from "#lib/incidents/notices/read.ts";
import type { InfoNotice } from "#lib/incidents/notices/schema.ts";
import { checkRecordSize } from "#lib/platform/errors/record-size.ts";

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

/** Deletes notices with their updates. @returns their events, or proof that nobody knew of them */
export async function eraseInfoNotices(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Told[]> {
  const events: Told[] = [];
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
