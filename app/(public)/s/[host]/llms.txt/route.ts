import { dataRoute } from "#app/(public)/_data.ts";
import { DATA } from "#lib/core/routes/routes.ts";
import { llmsText } from "#lib/site/markdown.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { viewOf } from "#lib/site/view/view.ts";

export const GET = dataRoute(DATA.llms, async (ctx, asked, visit) => {
  const { snapshot } = await loadSnapshot(ctx, asked);
  return { type: "text/plain; charset=utf-8", body: llmsText(viewOf(visit, snapshot)) };
});
