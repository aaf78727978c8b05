import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { mailgun } from "#lib/notifications/provider-reports/mailgun.ts";
import { heed } from "#lib/notifications/provider-reports/quarantine.ts";
import { findAnyIntegration } from "#lib/notifications/provider-reports/queries.ts";
import { sendgrid } from "#lib/notifications/provider-reports/sendgrid.ts";
import type { Callback, Reader } from "#lib/notifications/provider-reports/told.ts";
import { twilio } from "#lib/notifications/provider-reports/twilio.ts";
import { integrationOfToken } from "#lib/pages/integrations/health.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { now } from "#lib/platform/clock.ts";

const READERS: Readonly<Record<string, Reader>> = { twilio, mailgun, sendgrid };

/**
 * Takes what a provider tells an integration.
 * @returns `taken`, `unknown`: there is no such integration, `refused`: it is not the provider
 */
export async function takeCallback(
  token: string,
  callback: Callback,
): Promise<"taken" | "unknown" | "refused"> {
  const id = integrationOfToken(token);
  if (id === null) return "unknown";
  const ctx = systemContext(database(), "take-callback");
  const integration = await findAnyIntegration(ctx.db, authorizeProgram(ctx), id);
  const reader = integration && READERS[integration.name];
  if (!integration || !reader) return "unknown";
  if (!reader.isGenuine(callback, openSecrets(integration), now())) return "refused";
  await heed(ctx, integration.status_page_id, reader.read(callback.body));
  return "taken";
}
