import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import {
  type InfoNoticeObject,
  type NewEvent,
  newEvent,
  titlesOf,
} from "#lib/core/events/event.ts";
import { assertRecordSize } from "#lib/core/transaction/record-limits.ts";
import type { InfoNoticeRow, NoticeUpdateRow } from "#lib/incidents/info-notices/queries.ts";
import { completeInfoNotices } from "#lib/incidents/info-notices/read.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { announcedIn } from "#lib/incidents/updates/serialize.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** Proof that a notice passed `publishInfoNotice`; events accept nothing else. */
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

/** Completes a changed notice and checks its size. */
export async function publishInfoNotice(
  trx: Trx,
  grant: PageGrant,
  row: InfoNoticeRow,
): Promise<Published> {
  const [notice] = (await completeInfoNotices(trx, grant, [row])) as [InfoNotice];
  assertRecordSize(notice);
  return new PublishedNotice(notice);
}

function objectOf(notice: InfoNotice): InfoNoticeObject {
  const { id, featured_from, featured_until, service_ids, title, url, updates } = notice;
  return {
    type: "info_notice",
    id,
    featured_from,
    featured_until,
    service_ids,
    l_title: titlesOf(notice),
    title,
    url,
    updates,
  };
}

type Posted = readonly Pick<NoticeUpdateRow, "id" | "notify" | "social_post">[];

function aboutOf({ id: subject_id, featured_from: not_before }: InfoNotice, posted: Posted) {
  return { subject_id, not_before, ...announcedIn(posted) };
}

export function infoNoticeCreated({ notice }: Published, posted: Posted): NewEvent {
  const about = aboutOf(notice, posted);
  return newEvent("info_notice.created", { object: objectOf(notice) }, about);
}

export function infoNoticeUpdated({ notice }: Published, posted: Posted): NewEvent {
  const about = aboutOf(notice, posted);
  return newEvent("info_notice.updated", { object: objectOf(notice) }, about);
}

export function infoNoticeDeleted(notice: InfoNotice): NewEvent {
  const { id: subject_id } = notice;
  return newEvent("info_notice.deleted", { object: objectOf(notice) }, { subject_id });
}

export function checkFeatured(featured_from: string, featured_until: string | null): void {
  if (featured_until !== null && featured_until <= featured_from) {
    throw invalid({ featured_until: [{ code: "ends_before_start" }] });
  }
}
