import { errorOf } from "#lib/channels/provider-call.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/rate-limit.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { type AskedMail, composeMail } from "#lib/notifications/email-preview/compose.ts";
import { routeOf } from "#lib/notifications/sending/routes.ts";
import { checkTemplates } from "#lib/pages/email-templates/check.ts";
import { updateIntegrationRow } from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const LIMIT = { name: "test mails", most: 20, period_s: 60 * 60 };

/**
 * Sends a mail by these templates, saved or not, to whoever asks for it, by the way that mails of
 * the page leave; that has to be the integration, where one is given, which keeps what came of it.
 * @returns why it did not leave; null: it did
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function sendTestMail(
  ctx: Context,
  { integration_id, ...target }: PageTarget & { integration_id?: number },
  asked: AskedMail,
  to: string,
): Promise<string | null> {
  const grant = await authorize(ctx, "status_page.write", target);
  checkTemplates(asked);
  const wait_s = await consume(ctx.db, LIMIT, to);
  if (wait_s > 0)
    throw invalid({ base: [{ code: "too_often", values: { minutes: Math.ceil(wait_s / 60) } }] });
  const page = await getStatusPageRow(ctx.db, grant);
  const route = await routeOf(ctx.db, grant, "email", parseSettings(page.settings));
  const isAsked = integration_id === undefined || route?.sender?.id === integration_id;
  if (!route || !isAsked) throw invalid({ base: [{ code: "not_offered" }] });
  const { from_address, sender } = route;
  const { message, content, recipient } = await composeMail(ctx.db, grant, asked, {
    to,
    from_address,
  });
  const { template, values } = message;
  const test = { ...template, subject: `[Test] ${template.subject}` };
  const channel = route.channelFor({ templateOf: () => test, valuesOf: () => values });
  const messages = { recipient, message: channel.render(content, recipient) };
  const [verdict] = await channel.send([messages], { sender });
  const error = verdict ? errorOf(verdict) : "no answer";
  return changeRecords(ctx, grant, async (trx) => {
    const checked = { checked_at: wireNow(), last_error: error, fields: {}, settings: {} };
    if (sender) await updateIntegrationRow(trx, grant, sender.id, checked);
    return {
      result: error,
      audit: {
        ...(integration_id === undefined
          ? { action: "mail_template.test", subject_id: grant.status_page_id }
          : { action: "integration.test", subject_id: integration_id }),
        changes: { kind: asked.kind, delivered: error === null },
      },
      events: [],
    };
  });
}
