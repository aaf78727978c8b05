import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { type NewEvent, subjectOf } from "#lib/core/events/event.ts";
import { isRecordHeld, withdrawRecord } from "#lib/core/events/record.ts";
import { merged } from "#lib/core/fields/json.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { isSame, removesText } from "#lib/core/transaction/outcome.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { checkGroups } from "#lib/incidents/groups/groups.ts";
import {
  checkFeatured,
  infoNoticeCreated,
  infoNoticeUpdated,
  type Published,
  publishInfoNotice,
} from "#lib/incidents/info-notices/publish.ts";
import {
  getInfoNoticeRow,
  type InfoNoticeRow,
  insertNoticeUpdate,
  listNoticeUpdates,
  type NoticeUpdateRow,
  updateInfoNoticeRow,
  updateNoticeUpdateRow,
} from "#lib/incidents/info-notices/queries.ts";
import { completeInfoNotices, type InfoNoticeTarget } from "#lib/incidents/info-notices/read.ts";
import type { InfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import {
  checkSocialPost,
  editedColumns,
  findSameUpdate,
  newlyTold,
  toldIn,
} from "#lib/incidents/updates/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { areHidden } from "#lib/services/rules.ts";

type GivenUpdate = NonNullable<UpdateInfoNotice["updates"]>[number];

type Applied = {
  added: NoticeUpdateRow[];
  edited: { before: NoticeUpdateRow; after: NoticeUpdateRow }[];
};

async function applyUpdates(
  trx: Trx,
  grant: PageGrant,
  notice: InfoNoticeRow,
  { given, settings }: { given: GivenUpdate[]; settings: unknown },
): Promise<Applied> {
  const added: NoticeUpdateRow[] = [];
  const edited: Applied["edited"] = [];
  const posted = (await listNoticeUpdates(trx, grant, [notice.id])).get(notice.id) ?? [];
  for (const [index, { id, ...update }] of given.entries()) {
    const known = findSameUpdate({ id, ...update }, posted);
    if (known) {
      if (isSame(known, merged(known, update))) continue;
      await checkSocialPost(trx, grant, settings, newlyTold(known, update), `updates.${index}.`);
      const values = editedColumns(known, update);
      const after = await updateNoticeUpdateRow(trx, grant, known.id, values);
      edited.push({ before: known, after });
    } else {
      const { description, posted_at = wireNow() } = update;
      if (!description) throw invalid({ [`updates.${index}.description`]: [{ code: "blank" }] });
      await checkSocialPost(trx, grant, settings, update, `updates.${index}.`);
      const row = { ...update, info_notice_id: notice.id, description, posted_at };
      added.push(await insertNoticeUpdate(trx, grant, row));
    }
  }
  return { added, edited };
}

/** Until a notice is featured, an edit replaces its creation event. */
async function announce(
  trx: Trx,
  grant: PageGrant,
  published: Published,
  posted: Parameters<typeof infoNoticeUpdated>[1],
): Promise<NewEvent> {
  const { id } = published.notice;
  const subject = subjectOf("info_notice", id);
  if (!(await isRecordHeld(trx, grant, subject))) return infoNoticeUpdated(published, posted);
  await withdrawRecord(trx, grant, subject);
  const all = (await listNoticeUpdates(trx, grant, [id])).get(id) ?? [];
  return infoNoticeCreated(published, all.toReversed());
}

/**
 * Changes the given fields of a notice. An update with a known id, or with the same text, is
 * edited; any other is posted; omitted updates stay.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateInfoNotice(
  ctx: Context,
  target: InfoNoticeTarget,
  input: UpdateInfoNotice,
): Promise<InfoNotice> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page, withdraw) => {
    const before = await getInfoNoticeRow(trx, grant, target.info_notice_id);
    const [was] = (await completeInfoNotices(trx, grant, [before])) as [InfoNotice];
    const { updates, service_ids, ...columns } = input;
    await checkGroups(trx, grant, input, before);
    const notice = await updateInfoNoticeRow(trx, grant, before.id, {
      ...columns,
      updated_at: wireNow(),
    });
    checkFeatured(notice.featured_from, notice.featured_until);
    if (service_ids) {
      await checkKnown(trx, grant, service_ids);
      await setLinks(trx, grant, "info_notice", notice.id, service_ids);
      if (service_ids.length > 0 && (await areHidden(trx, grant, service_ids))) withdraw("content");
    }
    const given = { given: updates ?? [], settings: page.settings };
    const { added, edited } = await applyUpdates(trx, grant, notice, given);
    const texts = [{ before, after: notice }, ...edited];
    if (texts.some((one) => removesText(one.before, one.after))) withdraw("content");
    const published = await publishInfoNotice(trx, grant, notice);
    return {
      result: published.notice,
      audit: { action: "info_notice.update", subject_id: notice.id, changes: input, before },
      events: [await announce(trx, grant, published, toldIn({ added, edited }))],
      ...(edited.length === 0 && { was: { result: was } }),
    };
  });
}
