import { markdownRoute } from "#app/(public)/_markdown.ts";
import { pageMarkdown } from "#lib/site/markdown/page.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { MARKDOWN } from "#lib/core/routes/routes.ts";

export const GET = markdownRoute(MARKDOWN.start, openSnapshot, pageMarkdown);
