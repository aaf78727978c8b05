import { countOf } from "#db/counts.ts";
import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { countServices } from "#lib/services/queries.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings } from "#lib/status-pages/schema.ts";

/** What a new page still needs, in the order in which it is best done. */
type CheckList = {
  step: "services" | "logo" | "subscribers" | "domain" | "publish";
  done: boolean;
}[];

/** @throws {AppError} `not_found`, `forbidden` */
export async function getCheckList(ctx: Context, target: PageTarget): Promise<CheckList> {
  const grant = await authorize(ctx, "page.read", target);
  const [{ draft, settings: stored }, services, subscriptions] = await Promise.all([
    getStatusPageRow(ctx.db, grant),
    countServices(ctx.db, grant),
    countOf(ctx.db, "status_pages", grant.status_page_id, "subscriptions"),
  ]);
  const settings = parseSettings(stored);
  return [
    { step: "services", done: services > 0 },
    { step: "logo", done: settings.logo !== null },
    { step: "subscribers", done: subscriptions > 0 },
    { step: "domain", done: Boolean(settings.domain_config.domain) },
    { step: "publish", done: !draft },
  ];
}
