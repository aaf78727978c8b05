import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { getDomain } from "#lib/domains/doctor/queries.ts";
import type { DomainReport } from "#lib/domains/doctor/schema.ts";
import { notSeen } from "#lib/domains/doctor/seen.ts";
import { reportIn } from "#lib/domains/doctor/words.ts";
import { DEFAULT_LANG, translator } from "#lib/i18n/translator.ts";

/**
 * What the domain check saw of the page's custom domain when it last looked.
 * @param language of the texts; of API responses always English
 * @throws {AppError} `not_found`, also where the page has no custom domain; `forbidden`
 */
export async function readDomainReport(
  ctx: Context,
  target: PageTarget,
  language = DEFAULT_LANG,
): Promise<DomainReport> {
  const grant = await authorize(ctx, "page.read", target);
  const domain = await getDomain(ctx.db, grant);
  return reportIn(translator(language), domain.report ?? notSeen(domain));
}
