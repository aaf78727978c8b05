import { dataRoute } from "#app/(public)/_data.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Declared, PageRequest } from "#lib/core/routes/route.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { type View, viewOf } from "#lib/site/view/view.ts";

/** The route of a page's twin in Markdown. */
export function markdownRoute<P extends string, Q extends string, T extends { snapshot: Snapshot }>(
  route: Declared<"feed", P, Q>,
  open: (ctx: Context, asked: PageRequest<P, Q>) => Promise<T>,
  draw: (view: View, opened: T) => string,
) {
  return dataRoute(route, async (ctx, asked, visit) => {
    const opened = await open(ctx, asked);
    const body = draw(viewOf(visit, opened.snapshot), opened);
    return { type: "text/markdown; charset=utf-8", body };
  });
}
