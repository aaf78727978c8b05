import { markdownRoute } from "#app/(public)/_markdown.ts";
import { pageMarkdown } from "#lib/site/markdown.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { MARKDOWN } from "#lib/core/routes/routes.ts";

export const GET = markdownRoute(MARKDOWN.start, loadSnapshot, pageMarkdown);
