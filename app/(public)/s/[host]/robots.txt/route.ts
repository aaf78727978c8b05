import { dataRoute } from "#app/(public)/_data.ts";
import { DATA } from "#lib/core/routes/routes.ts";
import { loadRobots } from "#lib/site/robots.ts";

export const GET = dataRoute(DATA.robots, async (ctx, asked) => {
  return { type: "text/plain; charset=utf-8", body: await loadRobots(ctx, asked) };
});
