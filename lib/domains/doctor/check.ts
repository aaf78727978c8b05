import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Limit, take } from "#lib/core/throttle/take.ts";
import { tooOften } from "#lib/core/throttle/too-often.ts";
import { orderAgain } from "#lib/domains/certificates/want.ts";
import { getDomain, noteCheck } from "#lib/domains/doctor/queries.ts";
import type { DomainReport } from "#lib/domains/doctor/schema.ts";
import { reportIn } from "#lib/domains/doctor/words.ts";
import { DEFAULT_LANG, translator } from "#lib/platform/i18n/translator.ts";

const PER_PAGE: Limit = { name: "check domain", most: 20, period_s: 60 };

/**
 * Checks the page's custom domain at once, and has its set-up go on with what there is by now.
 * @param language of the texts; of API responses always English
 * @throws {AppError} `not_found`, also where the page has no custom domain; `forbidden`,
 *   `rate_limited`
 */
export async function checkDomain(
  ctx: Context,
  target: PageTarget,
  language = DEFAULT_LANG,
): Promise<DomainReport> {
  const grant = await authorize(ctx, "status_page.write", target);
  const domain = await getDomain(ctx.db, grant);
  const seconds = await take(ctx.db, PER_PAGE, String(grant.status_page_id));
  if (seconds > 0) throw tooOften("The domain of this page was checked too often", seconds);
  const { examine } = await import("#lib/domains/doctor/examine.ts");
  const { seen } = await examine(ctx.db, domain);
  await noteCheck(ctx.db, grant, { id: domain.id, seen });
  // Another page may have the name by now.
  await orderAgain(ctx.db, { name: domain.name, status_page_id: grant.status_page_id });
  return reportIn(translator(language), seen);
}
