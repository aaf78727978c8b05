import { MAIL_INTEGRATIONS } from "#lib/channels/email/route.ts";
import { readSenderRecords, type SenderRecords } from "#lib/channels/sender-domain/records.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIntegrationRow } from "#lib/pages/integrations/queries.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/read.ts";
import { serializeIntegration } from "#lib/pages/integrations/serialize.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";

// Where these sign with the domain itself, their own domain is in the envelope.
const NAMED: Record<string, string> = { mailgun: "mailgun.org", sendgrid: "sendgrid.net" };

/**
 * What the DNS says about the sender of a mail integration; null: it sends no mail.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readSender(
  ctx: Context,
  target: IntegrationTarget,
): Promise<SenderRecords | null> {
  const grant = await authorize(ctx, "integration.write", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  const { name, domain, email_from_address } = serializeIntegration(row);
  if (!MAIL_INTEGRATIONS.some((known) => known === name)) return null;
  const { settings } = await getStatusPageRow(ctx.db, grant);
  const address = parseSettings(settings).notification_email ?? email_from_address;
  const own = address?.split("@").at(-1)?.toLowerCase();
  if (!own) return null;
  // Mailgun's envelope has the domain that is set up there: that one's record counts.
  const envelope = name === "mailgun" && domain !== own ? null : (NAMED[name] ?? null);
  return readSenderRecords(own, envelope);
}
