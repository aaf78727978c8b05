import type { NotificationContent, Recipient, Verdict } from "#lib/channels/channel.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { errorOf } from "#lib/channels/provider-call.ts";
import { slack } from "#lib/channels/slack.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { nowUrl } from "#lib/monitoring/automation/letter.ts";
import { toldOf } from "#lib/monitoring/automation/told.ts";
import { serializeIntegration } from "#lib/pages/integrations/integrations.ts";
import {
  type IntegrationRow,
  listIntegrationRows,
  recordHealth,
} from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { findServiceName } from "#lib/services/queries.ts";

const NEEDLESS: Outcome = { outcome: "needless" };
const HOOK = /^https?:\/\//;

/** Where a chat is written to: its incoming webhook, or a channel and a bot's token. */
function recipientOf(row: IntegrationRow): Recipient | null {
  const { key } = senderOf(row);
  const { url } = serializeIntegration(row).settings;
  const hook = [url, key].find((text) => text && HOOK.test(text));
  if (!hook && !key) return null;
  const links = { manage_url: null, unsubscribe_url: null };
  return {
    address: hook ?? "",
    secret: hook ? null : key,
    ...links,
    isThreaded: false,
    earlier: null,
  };
}

type Said = { event_id: string; name: string; text: string; isDown: boolean; locale: string };

function composeContent(page: StatusPageRow, grant: PageGrant, said: Said): NotificationContent {
  const settings = parseSettings(page.settings);
  const { name, time_zone: zone } = page;
  const { date_format, time_format } = settings;
  const colors = {
    ok: settings.status_ok_color,
    minor: settings.status_minor_color,
    major: settings.status_major_color,
    scheduled: settings.status_maintenance_color,
  };
  const now = wireNow();
  const url = nowUrl(grant);
  return {
    event_id: said.event_id,
    subject: "monitoring",
    kind: "incident",
    page: { name, url, locale: said.locale, zone, date_format, time_format, colors },
    title: said.name,
    type: null,
    state: translator(said.locale)(`public.state.${said.isDown ? "major" : "none"}`),
    severity: said.isDown ? "major" : null,
    is_over: !said.isDown,
    starts_at: now,
    ends_at: null,
    posted_at: now,
    text: said.text,
    services: [],
    url,
    payload: "",
  };
}

async function note(ctx: Context, grant: PageGrant, id: number, verdict: Verdict): Promise<void> {
  const last_error = verdict.outcome === "delivered" ? null : errorOf(verdict);
  await changeRecords(ctx, grant, async (trx) => {
    await recordHealth(trx, grant, id, { checked_at: wireNow(), last_error });
    return { result: undefined, audit: null, events: [] };
  });
}

function outcomeOf(verdict: Verdict | undefined): Outcome {
  if (!verdict) return { outcome: "try_again", reason: "no answer" };
  if (verdict.outcome === "delivered") return { outcome: "delivered", channel: "webhook" };
  if (verdict.outcome === "never_again") return { outcome: "never_again", reason: verdict.reason };
  return { outcome: "try_again", reason: verdict.reason, after_s: verdict.after_s };
}

/** Tells a chat of the team that a service went down or came up again. */
export async function sendVerdictChat(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { params, status_page_id, message_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const name = grant && (await findServiceName(ctx.db, grant, Number(params.service_id)));
  if (!grant || !name) return NEEDLESS;
  const rows = await listIntegrationRows(ctx.db, grant);
  const row = rows.find(({ id }) => id === Number(params.integration_id));
  const recipient = row && recipientOf(row);
  if (!recipient) return NEEDLESS;
  const page = await getStatusPageRow(ctx.db, grant);
  const { default_language } = parseSettings(page.settings);
  const locale = adminLocale(default_language);
  const { paragraphs } = toldOf(params, name, page, locale);
  const isDown = params.state === "down";
  const said = { event_id: message_id, name, text: paragraphs.join("\n\n"), isDown, locale };
  const rendered = slack.render(composeContent(page, grant, said), recipient);
  const [verdict] = await slack.send([{ recipient, message: rendered }], {
    sender: senderOf(row),
  });
  if (verdict) await note(ctx, grant, row.id, verdict);
  return outcomeOf(verdict);
}
