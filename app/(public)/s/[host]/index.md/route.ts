import { markdownRoute } from "#app/(public)/_markdown.ts";
import { pageMarkdown } from "#lib/public-page/markdown/page.ts";
import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { MARKDOWN } from "#lib/core/routes/pages.ts";

export const GET = markdownRoute(MARKDOWN.start, openSnapshot, pageMarkdown);
