import { mailOf } from "#lib/channels/email/message.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type AskedMail, composeMail } from "#lib/notifications/email-preview/compose.ts";
import type { Failure } from "#lib/platform/mail/letter.ts";

type Preview = { subject: string; html: string; text: string; failure: Failure | null };

/**
 * A mail as subscribers would get it by these templates, about the newest incident.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function previewMail(
  ctx: Context,
  target: PageTarget,
  asked: AskedMail,
  to: string,
): Promise<Preview> {
  const grant = await authorize(ctx, "status_page.write", target);
  const composed = await composeMail(ctx.db, grant, asked, { to, from_address: to });
  const { subject, html, text } = mailOf(composed.message);
  return { subject, html, text, failure: composed.failures[0] ?? null };
}
