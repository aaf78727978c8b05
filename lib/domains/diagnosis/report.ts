import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { checkAtHome } from "#lib/core/moves/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume, type Limit, rateLimited } from "#lib/core/throttle/form-limits.ts";
import { isAcmeOn, readCertificate } from "#lib/domains/certificates/certificate.ts";
import { retryOrder } from "#lib/domains/certificates/queries.ts";
import { resultOfHeld, resultOfMissing } from "#lib/domains/diagnosis/certificate.ts";
import { type Diagnosis, unexamined } from "#lib/domains/diagnosis/diagnosis.ts";
import { getDomain, recordCheck } from "#lib/domains/diagnosis/queries.ts";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { reportIn } from "#lib/domains/diagnosis/words.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { isLocal } from "#lib/platform/config/config-warnings.ts";
import { DEFAULT_LANG, translator } from "#lib/platform/i18n/translator.ts";

/** Shows an upload, or its removal, without another examination. */
async function withUpload({ db }: Context, diagnosis: Diagnosis): Promise<Diagnosis> {
  const { domain: name, certificate } = diagnosis;
  const held = await readCertificate(db, name);
  const isUploaded = held !== null && held.source !== "acme";
  if (isUploaded && certificate.source !== "elsewhere")
    return { ...diagnosis, certificate: resultOfHeld(held, { name, now: wireNow() }) };
  if (isUploaded || certificate.source !== "uploaded") return diagnosis;
  const look = held
    ? resultOfHeld(held, { name, now: wireNow() })
    : resultOfMissing(isAcmeOn(), name);
  return { ...diagnosis, certificate: look };
}

/** Nobody can create a record that leads to localhost. */
function withoutTarget(diagnosis: Diagnosis): Diagnosis {
  if (diagnosis.state === "right" || !isLocal(diagnosis.target)) return diagnosis;
  const said = { code: "no_target", values: { target: diagnosis.target } } as const;
  return { ...diagnosis, said, records: [], problems: [] };
}

/**
 * The last diagnosis of the page's custom domain.
 * @param language of the texts; API responses are always English
 * @throws {AppError} `not_found`, also when the page has no custom domain; `forbidden`
 */
export async function readDomainReport(
  ctx: Context,
  target: PageTarget,
  language = DEFAULT_LANG,
): Promise<DomainReport> {
  const grant = await authorize(ctx, "page.read", target);
  const domain = await getDomain(ctx.db, grant);
  const diagnosis = await withUpload(ctx, domain.report ?? unexamined(domain));
  return reportIn(translator(language), withoutTarget(diagnosis));
}

const PER_PAGE: Limit = { name: "check domain", most: 20, period_s: 60 };

/**
 * Examines the page's custom domain now and makes its next set-up step due.
 * @param language of the texts; API responses are always English
 * @throws {AppError} `not_found`, also when the page has no custom domain; `forbidden`,
 * `rate_limited`
 */
export async function checkDomain(
  ctx: Context,
  target: PageTarget,
  language = DEFAULT_LANG,
): Promise<DomainReport> {
  const grant = await authorize(ctx, "status_page.write", target);
  const domain = await getDomain(ctx.db, grant);
  const seconds = await consume(ctx.db, PER_PAGE, String(grant.status_page_id));
  if (seconds > 0) throw rateLimited("The domain of this page was checked too often", seconds);
  const { examine } = await import("#lib/domains/diagnosis/examine.ts");
  const { diagnosis } = await examine(ctx.db, domain);
  await ctx.db.transaction().execute(async (trx) => {
    await checkAtHome(ctx, trx, grant);
    await recordCheck(trx, grant, { id: domain.id, diagnosis });
    // Another page may own the name by now.
    await retryOrder(trx, { name: domain.name, status_page_id: grant.status_page_id });
  });
  return reportIn(translator(language), diagnosis);
}
