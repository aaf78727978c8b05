import { dataRoute } from "#app/(public)/_data.ts";
import type { Declared } from "#lib/core/routes/route.ts";
import type { DocumentParams, StatuspageDocument } from "#lib/site/statuspage-json/documents.ts";

/** The route of one of the documents that clients of Atlassian Statuspage read. */
export function statuspageRoute<P extends "id", Q extends "page">(
  route: Declared<"data", P, Q>,
  document: StatuspageDocument,
) {
  return dataRoute(route, async (ctx, asked) => {
    const body = JSON.stringify(await document.read(ctx, asked, asked as DocumentParams));
    return { type: "application/json; charset=utf-8", body };
  });
}
