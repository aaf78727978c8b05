import { dataRoute } from "#app/(public)/_data.ts";
import { DATA } from "#lib/core/routes/routes.ts";
import { llmsText } from "#lib/site/markdown/llms.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { viewOf } from "#lib/site/view/view.ts";

export const GET = dataRoute(DATA.llms, async (ctx, asked, visit) => {
  const { snapshot } = await openSnapshot(ctx, asked);
  return { type: "text/plain; charset=utf-8", body: llmsText(viewOf(visit, snapshot)) };
});
