import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { domainOf } from "#lib/domains/certificate-uploads/domain.ts";
import { hasUploaded } from "#lib/domains/certificate-uploads/queries.ts";

/**
 * Whether a certificate was uploaded for the page's custom domain: also one that nobody sees, since
 * TLS ends elsewhere.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function isCertificateUploaded(ctx: Context, target: PageTarget): Promise<boolean> {
  const grant = await authorize(ctx, "page.read", target);
  const name = await domainOf(ctx.db, grant);
  return name !== null && hasUploaded(ctx.db, grant, name);
}
