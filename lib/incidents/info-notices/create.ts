import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { checkGroups } from "#lib/incidents/groups/groups.ts";
import {
  checkFeatured,
  infoNoticeCreated,
  publishInfoNotice,
} from "#lib/incidents/info-notices/publish.ts";
import {
  insertInfoNotice,
  insertNoticeUpdate,
  type NoticeUpdateRow,
} from "#lib/incidents/info-notices/queries.ts";
import type { CreateInfoNotice, InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { checkSocialPosts } from "#lib/incidents/updates/rules.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { setLinks } from "#lib/services/links.queries.ts";

/**
 * Creates a notice with its first updates; without `featured_from` it is featured now.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createInfoNotice(
  ctx: Context,
  target: PageTarget,
  input: CreateInfoNotice,
): Promise<InfoNotice> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const now = wireNow();
    const {
      title,
      featured_from = now,
      featured_until = null,
      service_ids = [],
      subscription_group_ids = [],
      updates,
      translations = {},
    } = input;
    checkFeatured(featured_from, featured_until);
    await checkKnown(trx, grant, service_ids);
    await checkGroups(trx, grant, input);
    await checkSocialPosts(trx, grant, page.settings, updates);
    const notice = await insertInfoNotice(trx, grant, {
      title,
      featured_from,
      featured_until,
      subscription_group_ids,
      translations,
    });
    await setLinks(trx, grant, "info_notice", notice.id, service_ids);
    const posted: NoticeUpdateRow[] = [];
    for (const { posted_at = now, ...update } of updates) {
      const row = { ...update, posted_at, info_notice_id: notice.id };
      posted.push(await insertNoticeUpdate(trx, grant, row));
    }
    const published = await publishInfoNotice(trx, grant, notice);
    return {
      result: published.notice,
      audit: { action: "info_notice.create", subject_id: notice.id, changes: input },
      events: [infoNoticeCreated(published, posted)],
    };
  });
}
