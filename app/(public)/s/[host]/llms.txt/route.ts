import { dataRoute } from "#app/(public)/_data.ts";
import { DATA } from "#lib/core/routes/pages.ts";
import { llmsText } from "#lib/public-page/markdown/llms.ts";
import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { viewOf } from "#lib/public-page/view/view.ts";

export const GET = dataRoute(DATA.llms, async (ctx, asked, visit) => {
  const { snapshot } = await openSnapshot(ctx, asked);
  return { type: "text/plain; charset=utf-8", body: llmsText(viewOf(visit, snapshot)) };
});
