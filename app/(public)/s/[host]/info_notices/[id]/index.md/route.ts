import { markdownRoute } from "#app/(public)/_markdown.ts";
import { noticeMarkdown } from "#lib/site/markdown.ts";
import { loadNotice } from "#lib/site/snapshot/records.ts";
import { numberIn } from "#lib/site/words/visitor.ts";
import { MARKDOWN } from "#lib/core/routes/routes.ts";

export const GET = markdownRoute(
  MARKDOWN.notice,
  (ctx, { subdomain, id }) => loadNotice(ctx, { subdomain, info_notice_id: numberIn(id) }),
  (view, opened) => noticeMarkdown(view, opened),
);
