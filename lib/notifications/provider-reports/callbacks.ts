import { createHmac } from "node:crypto";
import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { Moving } from "#lib/core/moves/move.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { applyReports } from "#lib/notifications/provider-reports/apply-reports.ts";
import { mailgun } from "#lib/notifications/provider-reports/mailgun.ts";
import { findAnyIntegration } from "#lib/notifications/provider-reports/queries.ts";
import type {
  Callback,
  CallbackReader,
  ProviderReport,
} from "#lib/notifications/provider-reports/report.ts";
import { sendgrid } from "#lib/notifications/provider-reports/sendgrid.ts";
import { twilio } from "#lib/notifications/provider-reports/twilio.ts";
import { integrationOfToken } from "#lib/pages/integrations/health.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { now } from "#lib/platform/clock.ts";
import { keyFor, seal } from "#lib/platform/crypto/seal.ts";

const READERS: Readonly<Record<string, CallbackReader>> = { twilio, mailgun, sendgrid };

/** The last wish of an address counts. */
function keyOf(status_page_id: number, { type, address, status }: ProviderReport): string {
  const about = [status_page_id, type, address, status === "bounced" && status];
  const hmac = createHmac("sha256", keyFor("allclear keys of late reports"));
  return `report:${hmac.update(JSON.stringify(about)).digest("base64url")}`;
}

/** Keeps reports that came while the organization is moved: not every provider sends them again. */
export async function keepReports(
  { db }: Context,
  status_page_id: number,
  reports: readonly ProviderReport[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const report of reports) {
      const payload = { status_page_id, report_sealed: seal(JSON.stringify(report)) };
      await enqueue(trx, "apply-late-report", payload, { key: keyOf(status_page_id, report) });
    }
  });
}

/**
 * Handles a provider's callback.
 * @throws {Moved}
 * @returns `taken`, if only for when the organization is no longer being moved; `unknown`: no such integration; `refused`: a wrong signature
 */
export async function handleCallback(
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
  const { status_page_id } = integration;
  const reports = reader.read(callback.body);
  await applyReports(ctx, status_page_id, reports).catch((error) => {
    if (!(error instanceof Moving)) throw error;
    return keepReports(ctx, status_page_id, reports);
  });
  return "taken";
}
