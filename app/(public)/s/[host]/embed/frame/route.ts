import { dataRoute } from "#app/(public)/_data.ts";
import { addCustomCode, NO_CODE } from "#lib/core/request/request-scope.ts";
import { PAGES } from "#lib/core/routes/routes.ts";
import { frameHtml } from "#lib/site/embed-frame.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { viewOf } from "#lib/site/view/view.ts";

// Nothing of an operator's own code: it is made for the page.
const FRAMED = { ...NO_CODE, strict_csp: true, enable_embedding: true };

export const GET = dataRoute(PAGES.frame, async (ctx, asked, visit) => {
  const { snapshot } = await loadSnapshot(ctx, asked);
  if (!snapshot.page.settings.enable_embedding) return null;
  addCustomCode(FRAMED);
  return { type: "text/html; charset=utf-8", body: frameHtml(viewOf(visit, snapshot)) };
});
