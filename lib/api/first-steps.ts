import { countOf } from "#db/counts.ts";
import { readProgress } from "#lib/api/first-steps.queries.ts";
import { isMailSent } from "#lib/channels/email/route.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";

/** The first steps of a new page, in the recommended order. */
type FirstSteps = {
  step: "services" | "monitoring" | "publish" | "mail" | "team" | "logo" | "domain" | "subscribers";
  done: boolean;
}[];

/** @throws {AppError} `not_found`, `forbidden` */
export async function listFirstSteps(ctx: Context, target: PageTarget): Promise<FirstSteps> {
  const grant = await authorize(ctx, "page.read", target);
  const [{ draft, settings: stored }, progress, subscriptions, mail] = await Promise.all([
    getStatusPageRow(ctx.db, grant),
    readProgress(ctx.db, grant),
    countOf(ctx.db, "status_pages", grant.status_page_id, "subscriptions"),
    isMailSent(ctx.db, grant),
  ]);
  const settings = parseSettings(stored);
  return [
    { step: "services", done: progress.services },
    { step: "monitoring", done: progress.monitoring },
    { step: "publish", done: !draft },
    { step: "mail", done: mail },
    { step: "team", done: progress.team },
    { step: "logo", done: settings.logo !== null },
    { step: "domain", done: Boolean(settings.domain_config.domain) },
    { step: "subscribers", done: subscriptions > 0 },
  ];
}
