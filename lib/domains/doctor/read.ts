import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { isAcmeOn } from "#lib/domains/certificates/acme-on.ts";
import { readCertificate } from "#lib/domains/certificates/read.ts";
import { heldLook, missingLook } from "#lib/domains/doctor/certificate-look.ts";
import { getDomain } from "#lib/domains/doctor/queries.ts";
import type { DomainReport } from "#lib/domains/doctor/schema.ts";
import { notSeen, type Seen } from "#lib/domains/doctor/seen.ts";
import { reportIn } from "#lib/domains/doctor/words.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { isLocal } from "#lib/platform/config/reach-settings.ts";
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
