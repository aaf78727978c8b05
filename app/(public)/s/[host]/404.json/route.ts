import { dataRoute } from "#app/(public)/_data.ts";
import { STATUSPAGE } from "#lib/core/routes/routes.ts";
import { DEFAULT_LANG, translator } from "#lib/platform/i18n/translator.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";

/** Every unknown `.json` path of a page, which clients expect in JSON. */
export const GET = dataRoute(STATUSPAGE.nothing, async (ctx, asked) => {
  await loadSnapshot(ctx, asked);
  const message = translator(DEFAULT_LANG)("server.nothing.title");
  const body = JSON.stringify({ error: STATUSPAGE.nothing.status, message });
  return { type: "application/json; charset=utf-8", body };
});
