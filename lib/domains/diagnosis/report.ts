import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume, type Limit, rateLimited } from "#lib/core/throttle/rate-limit.ts";
import { isAcmeOn, orderAgain, readCertificate } from "#lib/domains/certificates/certificate.ts";
import { heldLook, missingLook } from "#lib/domains/diagnosis/certificate.ts";
import { notSeen, type Seen } from "#lib/domains/diagnosis/diagnosis.ts";
import { getDomain, noteCheck } from "#lib/domains/diagnosis/queries.ts";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { reportIn } from "#lib/domains/diagnosis/words.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { isLocal } from "#lib/platform/config/config-warnings.ts";
import { DEFAULT_LANG, translator } from "#lib/platform/i18n/translator.ts";

/** An upload, and its removal, show without another look at the domain. */
async function withUpload({ db }: Context, seen: Seen): Promise<Seen> {
  const { domain: name, certificate } = seen;
  const held = await readCertificate(db, name);
  const isUploaded = held !== null && held.source !== "acme";
  if (isUploaded && certificate.source !== "elsewhere")
    return { ...seen, certificate: heldLook(held, { name, now: wireNow() }) };
  if (isUploaded || certificate.source !== "uploaded") return seen;
  const look = held ? heldLook(held, { name, now: wireNow() }) : missingLook(isAcmeOn(), name);
  return { ...seen, certificate: look };
}

/** A name that is still to lead to localhost: no record could be created for that. */
function withoutTarget(seen: Seen): Seen {
  if (seen.state === "right" || !isLocal(seen.target)) return seen;
  const said = { code: "no_target", values: { target: seen.target } } as const;
  return { ...seen, said, records: [], problems: [] };
}

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
  const seen = await withUpload(ctx, domain.report ?? notSeen(domain));
  return reportIn(translator(language), withoutTarget(seen));
}

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
  const seconds = await consume(ctx.db, PER_PAGE, String(grant.status_page_id));
  if (seconds > 0) throw rateLimited("The domain of this page was checked too often", seconds);
  const { examine } = await import("#lib/domains/diagnosis/examine.ts");
  const { seen } = await examine(ctx.db, domain);
  await noteCheck(ctx.db, grant, { id: domain.id, seen });
  // Another page may have the name by now.
  await orderAgain(ctx.db, { name: domain.name, status_page_id: grant.status_page_id });
  return reportIn(translator(language), seen);
}
